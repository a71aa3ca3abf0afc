// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 5 +- 1e-6
model A
  parameter Real k = 1;
  Real x = k;
end A;
model M
  extends A(k = 5);
end M;
