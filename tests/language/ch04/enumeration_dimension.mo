// RUN: causeway flatten %s
// CHECK: parameter Real x[3] = 3.0;
model M
  type E = enumeration(a, b, c);
  parameter Real x[E] = {1, 2, 3};
end M;
