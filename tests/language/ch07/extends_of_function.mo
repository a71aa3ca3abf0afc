// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 6 +- 1e-6
model M
  partial function base
    input Real u;
    output Real y;
  end base;
  function twice
    extends base;
  algorithm
    y := 2 * u;
  end twice;
  Real x = twice(3);
end M;
