// RUN: causeway simulate %s -o %t.csv --stop 2
// RUN: causeway explain %s --json
// CHECK-NOT: torn to 1
// ALWAYS: %t.csv abs((2.2 + 0.1*{x})*{u[50]} - {u[49]} - {u[51]} - 0.01) < 1e-12
// ALWAYS: %t.csv 0 <= {u[50]} < 0.06
model Chain "a tridiagonal system whose coefficients vary: shooting from one end would grow by 1.56 at every step"
  parameter Integer N = 100;
  Real u[N];
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - x + 1e-3*u[N];
  u[1] = x;
  for i in 2:N - 1 loop
    (2.2 + 0.1*x)*u[i] - u[i - 1] - u[i + 1] = 0.01;
  end for;
  u[N] = x;
end Chain;
