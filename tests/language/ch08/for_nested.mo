// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: x[2,3] = 6 +- 1e-6
model M
  Real x[2, 3];
equation
  for i in 1:2, j in 1:3 loop x[i, j] = i*j; end for;
end M;
