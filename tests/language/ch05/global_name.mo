// RUN: causeway flatten %s
// CHECK: parameter Real a.x = 2.0;
package P encapsulated model A parameter Real x = 2; end A; end P;
model M
  package P model A parameter Real x = 1; end A; end P;
  .P.A a;
end M;
