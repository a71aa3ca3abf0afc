// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  function f output Real a; output Real b; algorithm a := 1; b := 2; end f;
  Real x = f();
end M;
