// RUN: causeway flatten %s
// CHECK: parameter Real a;
model M
  model A parameter Real a = 1; end A;
  extends A(a = break);
end M;
