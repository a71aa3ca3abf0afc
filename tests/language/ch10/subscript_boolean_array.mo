// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 7 +- 1e-6
model M
  Real v[Boolean] = {6, 7};
  Real a = v[true];
end M;
