// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 0 +- 1e-6
model M
  Real x = sum(i for i in 3:1);
end M;
