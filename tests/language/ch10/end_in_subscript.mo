// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 3 +- 1e-6
// FINAL: b[1] = 2 +- 1e-6
model M
  Real v[3] = {1, 2, 3};
  Real a = v[end];
  Real b[2] = v[end - 1:end];
end M;
