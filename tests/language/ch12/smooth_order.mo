// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 4 +- 1e-6
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u ^ 2;
    annotation (smoothOrder = 2);
  end f;
  Real x = f(2);
end M;
