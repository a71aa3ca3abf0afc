// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 14 +- 1e-6
// FINAL: b = 9 +- 1e-6
model M
  Real a = sum(i ^ 2 for i in 1:3);
  Real b = max(i ^ 2 for i in {1, 3, 2});
end M;
