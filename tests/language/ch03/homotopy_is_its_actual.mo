// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 4 +- 1e-6
model M
  Real x = homotopy(actual = 4, simplified = 2);
end M;
