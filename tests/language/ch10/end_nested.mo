// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 2 +- 1e-6
model M
  Real v[3] = {1, 2, 3};
  Integer k[2] = {3, 2};
  Real a = v[k[end]];
end M;
