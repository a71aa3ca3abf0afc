// Dimensions behind the type and behind the name: those of the name come first (4.4.2).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2,1] = 3 +- 1e-6
// FINAL: n = 2 +- 1e-6
// FINAL: m = 3 +- 1e-6
model M
  Real[3] a[2] = {{1, 2, 5}, {3, 4, 6}};
  Integer n = size(a, 1);
  Integer m = size(a, 2);
end M;
