// RUN: causeway simulate %s -o %t.csv
// FINAL: x[2] = 4 +- 1e-6
model M
  Real x[2];
algorithm
  x := {3, 4};
end M;
