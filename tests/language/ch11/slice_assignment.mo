// RUN: causeway simulate %s -o %t.csv
// FINAL: x[3] = 7 +- 1e-6
model M
  Real x[3];
algorithm
  x := zeros(3);
  x[2:3] := {6, 7};
end M;
