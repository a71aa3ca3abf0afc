// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 22.5 +- 1e-6
// FINAL: b = 3.141592653589793 +- 1e-6
// FINAL: c = 1.2e-35 +- 1e-6
// FINAL: d = 13 +- 1e-6
// FINAL: e = 1300 +- 1e-6
// FINAL: f = 0.013 +- 1e-6
model M
  Real a = 22.5;
  Real b = 3.141592653589793;
  Real c = 1.2E-35;
  Real d = 13.;
  Real e = 13E2;
  Real f = 13.e-3;
end M;
