// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 6 +- 1e-6
// FINAL: b = 24 +- 1e-6
// FINAL: c = 1 +- 1e-6
// FINAL: d = 4 +- 1e-6
model M
  Real a = sum({1, 2, 3});
  Real b = product({2, 3, 4});
  Real c = min({3, 1, 4});
  Real d = max([3, 1; 4, 2]);
end M;
