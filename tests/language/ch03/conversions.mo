// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a = 3 +- 1e-6
// FINAL: b = 2 +- 1e-6
// FINAL: c = -1 +- 1e-6
// FINAL: d = 2 +- 1e-6
// FINAL: e = -4 +- 1e-6
// FINAL: f = -3 +- 1e-6
// FINAL: g = 1 +- 1e-6
model M "integer, div, mod, rem, floor, ceil, sign"
  Integer a = integer(3.7);
  Integer b = div(7, 3);
  Integer c = rem(-7, 3);
  Integer d = mod(-7, 3);
  Real e = floor(-3.5);
  Real f = ceil(-3.5);
  Integer g = sign(2.5);
end M;
