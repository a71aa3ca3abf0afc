// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
// FINAL: y = 2 +- 1e-6
model A Real x = 1; end A;
model B Real y = 2; end B;
model M
  extends A;
  extends B;
end M;
