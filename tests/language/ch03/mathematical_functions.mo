// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 1 +- 1e-6
// FINAL: b = 0 +- 1e-6
// FINAL: c = 2.3025850929940456 +- 1e-6
// FINAL: d = 0.7853981633974483 +- 1e-6
// FINAL: e = 1 +- 1e-6
model M
  Real a = exp(0);
  Real b = log(1);
  Real c = log(10);
  Real d = atan2(1, 1);
  Real e = cosh(0);
end M;
