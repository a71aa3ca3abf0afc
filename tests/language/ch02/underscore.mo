// RUN: causeway simulate %s -o %t.csv
// FINAL: _x = 1 +- 1e-6
// FINAL: x_1_ = 2 +- 1e-6
model M
  Real _x = 1;
  Real x_1_ = 2;
end M;
