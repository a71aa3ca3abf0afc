// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 9 +- 1e-6
model M
  function square
    input Real u;
    output Real y;
  algorithm
    y := u * u;
  end square;
  constant Real c = square(3);
  Real x = c;
end M;
