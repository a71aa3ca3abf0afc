// Conditions, discrete variables and calls in the coefficients of a small linear system: matrix and right side are formulas too.  Where
// a condition makes a coefficient zero the solver of systems takes over; where modes change, values that fit stay to the last bit.
// RUN: causeway explain %s
// CHECK: linear systems 0
// CHECK: solve {{
// RUN: causeway simulate %s -o %t.csv --check-jacobian --no-cache --stop 3
// CHECK: , 0 wrong
// CHECK: warning[RT0032]
// RUN: causeway simulate %s -o %t_whole.csv --no-tearing --stop 3
// RUN: causeway compare %t.csv %t_whole.csv --tolerance 1e-6
// CHECK: 0 different, 0 missing
// ALWAYS: %t.csv abs({x} - 0.5) < 1e-6 or abs((3 if {x} > 0.5 else 1)*{a} + {k}*{b} - 1) < 1e-12 and abs({a} - (2 + {x}**2)*{b} - {x}) < 1e-12
// ALWAYS: %t.csv abs({c} + {d} - {x}) < 1e-12 and abs({c} - (2*{d} if {n} == 1 else -3*{d})) < 1e-12
// VALUE: %t.csv p(0.5) = 1.5 +- 1e-12
// VALUE: %t.csv p(1.5) = 1.5 +- 1e-12
// VALUE: %t.csv s(2) = -1 +- 1e-12
// VALUE: %t.csv s(1) = 0.5 +- 1e-12
// VALUE: %t.csv i(1) = 0.5 +- 1e-12
// VALUE: %t.csv i(2) = 0 +- 1e-12
model TinyConditions
  function f
    input Real x;
    output Real y = 2 + x^2;
    annotation(Inline = false);
  end f;
  Real x(start = 1, fixed = true), a, b, c, d, p, q, s, v, i, u;
  discrete Real k(start = 1, fixed = true);
  Integer n(start = 1, fixed = true);
  Boolean off;
equation
  der(x) = -x + 0.01*(a + c);
  when time > 1 then
    k = 2;
    n = 0;
  end when;
  (if x > 0.5 then 3 else 1)*a + k*b = 1;
  a - f(x)*b = x;
  c + d = x;
  c = if n == 1 then 2*d else -3*d + (if noEvent(x > 10) then d else 0);
  (if time < 1 then 1 else 0)*p + (if time < 1 then 1 else 0)*q = if time < 1 then 3 else 0 "nothing, from 1 s on";
  p - q = 0;
  off = s < 0 "an ideal diode behind a source";
  u = if time < 1.5 then 1 else -1;
  v = if off then s else 0;
  i = if off then 0 else s;
  u = v + 2*i;
end TinyConditions;
