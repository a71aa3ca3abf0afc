// Parameters with fixed = false from initial equations.
// RUN: causeway simulate %s -o %t.csv
// FINAL: k = 3 +- 1e-09
// FINAL: q = 9 +- 1e-08
// FINAL: x = 0.049787068367863944 +- 1e-05
model ParametersFromInitial
  parameter Real k(fixed = false, start = 1);
  parameter Real q(fixed = false);
  Real x(start = 1, fixed = true);
initial equation
  der(x) = -3;
  q = k^2;
equation
  der(x) = -k*x;
end ParametersFromInitial;
