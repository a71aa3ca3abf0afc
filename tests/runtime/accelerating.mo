// Events at distances that shrink by a steady factor, as those of an engine that runs ever faster, and then two in a row: the
// accumulation point that the first ones announce is far away, and this is none.
// RUN: causeway simulate %s -o %t.csv --stop 9 --tolerance 1e-8 --interval 0.0004 --solver rk4
// FINAL: n = 11 +- 0.1
model Accelerating
  constant Real pi = 3.14159265358979;
  Real s(start = 0, fixed = true);
  Real g = if s < 6 then sin(2*pi*log(1 - s/10)/log(0.9) - 0.5) else
    -1e9*(s - 6.5)*(s - 6.501)*(s - 6.502)*(s - 6.503);
  discrete Integer n(start = 0, fixed = true);
equation
  der(s) = 1 + 0*g;
  when g > 0 then
    n = pre(n) + 1;
  end when;
end Accelerating;
