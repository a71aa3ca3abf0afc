// RUN: causeway flatten %s
// CHECK: parameter Real x[4] = 4.0;
// CHECK: Real y[4];
model M
  parameter Real x[:] = {1, 2, 3, 4};
  Real y[size(x, 1)] = x*time;
end M;
