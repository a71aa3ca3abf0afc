// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0111]
package P model N end N; end P;
package Q model N end N; end Q;
model M
  import P.*;
  import Q.*;
  N n;
end M;
