// 4.9: without start the value nearest to zero between min and max, of an enumeration its min, is taken.
// RUN: causeway simulate %s -o %t.csv
// FINAL: p = 2 +- 0
// FINAL: x = 1 +- 0
// FINAL: k = 3 +- 0
// FINAL: z = -2 +- 0
// FINAL: e = 2 +- 0
// FINAL: d = 1 +- 0
model FallbackStart
  type E = enumeration(a, b, c);
  parameter Real p(min = 2);
  Real x(min = 1, fixed = true);
  Integer k(min = 3, fixed = true);
  Real z(max = -2, fixed = true);
  E e(min = E.b, fixed = true), d(fixed = true);
equation
  der(x) = 0;
  der(z) = 0;
  when time > 2 then
    k = 5;
    e = E.c;
    d = E.b;
  end when;
end FallbackStart;
