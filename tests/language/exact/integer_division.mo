// Division, remainder and modulus of negative numbers (MLS 3.7.2).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a = -3 +- 0
// FINAL: b = 1 +- 0
// FINAL: c = -1 +- 0
// FINAL: d = -4 +- 0
// FINAL: e = -2 +- 0
// FINAL: f = 1 +- 0
// FINAL: g = -3 +- 0
// FINAL: r1 = 0.5 +- 0
// FINAL: r2 = -1.5 +- 0
// FINAL: r3 = -1 +- 0
// FINAL: r4 = -0.5 +- 0
// FINAL: c1 = -1 +- 0
// FINAL: s = 0 +- 0
// FINAL: pa = -3 +- 0
// FINAL: pb = 1 +- 0
// FINAL: pe = -2 +- 0
// FINAL: t1 = 1.5 +- 0
// FINAL: t2 = -0.5 +- 0
// FINAL: t3 = -1 +- 0
model IntegerDivision
  Integer a = div(-7, 2), b = mod(-7, 2), c = rem(-7, 2), d = integer(floor(-3.5)), e = mod(7, -3), f = rem(7, -3), g = div(7, -2);
  Real r1 = mod(-3.5, 2), r2 = rem(-3.5, 2), r3 = div(-3.5, 2), r4 = mod(5.5, -2), c1 = ceil(-1.5), s = sign(-0.0);
  parameter Integer pa = div(-7, 2), pb = mod(-7, 2), pe = mod(7, -3);
  Real t1 = mod(time - 3.5, 2), t2 = rem(time - 3.5, 2), t3 = div(time - 3.5, 2);
end IntegerDivision;
