// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 4 +- 1e-6
model M
  Real x;
initial algorithm
  x := 4;
equation
  der(x) = 0;
end M;
