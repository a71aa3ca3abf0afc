// RUN: causeway simulate %s -o %t.csv
// FINAL: a[3] = 5 +- 1e-6
// FINAL: b[2] = 0.5 +- 1e-6
model M
  Real a[3] = 1:2:5;
  Real b[3] = 0:0.5:1;
end M;
