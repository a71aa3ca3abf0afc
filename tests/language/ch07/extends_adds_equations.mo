// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model A
  Real x;
  Real y = 3;
end A;
model M
  extends A;
equation
  x = y;
end M;
