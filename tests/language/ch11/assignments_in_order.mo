// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  Real x;
algorithm
  x := 1;
  x := x + 2;
end M;
