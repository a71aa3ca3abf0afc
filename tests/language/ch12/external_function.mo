// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 8 +- 1e-6
model M
  function power
    input Real a;
    input Real b;
    output Real y;
  external "C" y = pow(a, b);
  end power;
  Real x = power(2, 3);
end M;
