// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  function f
    input Integer n;
    output Real y;
  protected
    Real a[n] = ones(n);
  algorithm
    y := sum(a);
  end f;
  Real x = f(3);
end M;
