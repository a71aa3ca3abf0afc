// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 5 +- 1e-6
model M
  function f output Real y = 5; algorithm end f;
  Real x = f();
end M;
