// RUN: causeway simulate %s -o %t.csv
// FINAL: a = -3 +- 1e-6
// FINAL: b = -2 +- 1e-6
// FINAL: c = -3 +- 1e-6
// FINAL: d = 3 +- 1e-6
model M
  Real a = floor(-2.5);
  Real b = ceil(-2.5);
  Integer c = integer(-2.5);
  Integer d = integer(3.9);
end M;
