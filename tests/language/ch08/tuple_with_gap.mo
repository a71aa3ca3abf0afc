// RUN: causeway simulate %s -o %t.csv
// FINAL: b = 2 +- 1e-6
model M
  function f output Real x; output Real y; algorithm x := 1; y := 2; end f;
  Real b;
equation
  (, b) = f();
end M;
