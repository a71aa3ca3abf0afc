// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 9 +- 1e-6
model M
  Real a = sum(i * j for i in 1:2, j in 1:2);
end M;
