// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 5 +- 1e-6
model M
  record R Real a; Real b; end R;
  function f input R r; output Real y; algorithm y := r.a + r.b; end f;
  Real x = f(R(2, 3));
end M;
