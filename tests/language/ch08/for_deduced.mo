// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: x[3] = 9 +- 1e-6
model M "11.2.2.1: the range follows from the subscript"
  Real x[3];
equation
  for i loop x[i] = i^2; end for;
end M;
