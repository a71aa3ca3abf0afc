// div truncates, mod has the sign of its divisor, rem that of its dividend (3.7.2).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a = -2 +- 1e-6
// FINAL: b = 1 +- 1e-6
// FINAL: c = -1 +- 1e-6
// FINAL: d = -1.5 +- 1e-6
// FINAL: e = 1.5 +- 1e-6
model M
  Integer a = div(-5, 2);
  Integer b = mod(-5, 2);
  Integer c = rem(-5, 2);
  Real d = rem(-5.5, 2);
  Real e = mod(-2.5, 2);
end M;
