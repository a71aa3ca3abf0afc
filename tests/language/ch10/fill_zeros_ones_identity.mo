// RUN: causeway simulate %s -o %t.csv
// FINAL: a[1] = 7 +- 1e-6
// FINAL: b[2] = 0 +- 1e-6
// FINAL: c[1] = 1 +- 1e-6
// FINAL: d[2,2] = 1 +- 1e-6
// FINAL: d[1,2] = 0 +- 1e-6
model M
  Real a[2] = fill(7, 2);
  Real b[2] = zeros(2);
  Real c[2] = ones(2);
  Integer d[2, 2] = identity(2);
end M;
