// RUN: causeway flatten %s
// CHECK: parameter Real n.z = 1.0;
package P package Q model N parameter Real z = 1; end N; end Q; end P;
model M
  import P.Q.*;
  N n;
end M;
