// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 2 +- 1e-6
model M
  Real a[2] = array(1, 2);
end M;
