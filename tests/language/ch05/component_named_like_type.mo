// RUN: causeway simulate %s -o %t.csv
// FINAL: Real2 = 3 +- 1e-6
model M
  Real Real2 = 3;
end M;
