// RUN: causeway flatten %s
// CHECK: protected parameter Real x = 2.0;
model M
  model A protected parameter Real x = 1; end A;
  extends A(x = 2);
end M;
