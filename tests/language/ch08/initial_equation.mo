// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  Real x;
initial equation
  x = 3;
equation
  der(x) = 0;
end M;
