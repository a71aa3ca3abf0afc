// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 1 +- 1e-6
// FINAL: b = 2 +- 1e-6
model M
  function f output Real x; output Real y; algorithm x := 1; y := 2; end f;
  Real a, b;
algorithm
  (a, b) := f();
end M;
