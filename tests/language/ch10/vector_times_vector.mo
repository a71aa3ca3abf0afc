// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 11 +- 1e-6
model M
  Real a = {1, 2} * {3, 4};
end M;
