// RUN: causeway simulate %s -o %t.csv
// FINAL: a[1,2] = 3 +- 1e-6
model M
  Real a[2, 2] = [1, 1; 0, 1] ^ 3;
end M;
