// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a = -4 +- 1e-6
// FINAL: b = 7 +- 1e-6
// FINAL: c = 64 +- 1e-6
model M
  Real a = -2^2;
  Real b = 1 + 2*3;
  Real c = (2^3)^2;
end M;
