// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 4 +- 1e-6
model M
  function f input Real u; output Real y; algorithm y := u ^ 2; end f;
  Real a[3] = f({1, 2, 3});
end M;
