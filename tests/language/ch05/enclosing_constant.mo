// RUN: causeway flatten %s
// CHECK: m.x = 3.0
package P
  constant Real c = 3;
  model A Real x = c; end A;
end P;
model M P.A m; end M;
