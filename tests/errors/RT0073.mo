// RUN: causeway simulate %s -o /dev/null --solver implicit-euler
// EXIT: 1
// CHECK: error[RT0073]: implicit-euler needs the analytic Jacobian, which this model has not
model M
  parameter Integer n = 1700;
  Real x[n](each start = 1, each fixed = true);
  Real s = sum(x);
equation
  for i in 1:n loop
    der(x[i]) = -i * s * x[i];
  end for;
end M;
