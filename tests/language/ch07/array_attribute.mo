// RUN: causeway simulate %s -o %t.csv
// FINAL: x[2] = 4 +- 1e-6
model M
  Real x[2](start = {3, 4}, each fixed = true);
equation
  der(x) = zeros(2);
end M;
