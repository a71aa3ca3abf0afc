// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-6
model M
  Real x(start = 5);
initial equation
  der(x) = 0;
equation
  der(x) = 2 - x;
end M;
