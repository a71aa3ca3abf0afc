// A dimension may follow from another one of the same array.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x[3,3] = 1 +- 1e-9
model SizeOfOtherDim
  Real x[size(x, 2), 3];
equation
  x = fill(time, 3, 3);
end SizeOfOtherDim;
