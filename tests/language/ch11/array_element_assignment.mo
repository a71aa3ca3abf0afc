// RUN: causeway simulate %s -o %t.csv
// FINAL: x[2] = 5 +- 1e-6
model M
  Real x[2];
algorithm
  x := {3, 4};
  x[2] := 5;
end M;
