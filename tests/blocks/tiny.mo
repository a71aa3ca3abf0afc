// Linear systems of two and three unknowns with coefficients that vary: matrix and right side are formulas, pivots are looked for
// while running, and where the matrix is singular the solver of systems takes over.
// RUN: causeway explain %s
// CHECK: linear systems 0
// CHECK: solve {{
// RUN: causeway simulate %s -o %t.csv --check-jacobian --no-cache --stop 2 --tolerance 1e-9
// CHECK: , 0 wrong
// CHECK: warning[RT0032]
// RUN: causeway simulate %s -o %t_whole.csv --no-tearing --stop 2 --tolerance 1e-9
// RUN: causeway compare %t.csv %t_whole.csv --tolerance 1e-7
// CHECK: 0 different, 0 missing
// VALUE: %t.csv f(0.25) = 1 +- 1e-12
// VALUE: %t.csv g(1.5) = 1 +- 1e-12
// ALWAYS: %t.csv abs((2 + sin({x}))*{a} + {x}*{b} - 1 + {y}) < 1e-13
// ALWAYS: %t.csv abs(({time} - 1)*{p} + 3*{q} - 1) < 1e-13 and abs({p} + ({time} - 1)*{q} - {x}) < 1e-13
model Tiny
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), a, b, c, d, e, f, g, p, q;
  discrete Real k(start = 1, fixed = true);
equation
  der(x) = 0.1*(a + c) - x;
  der(y) = 0.01*(b - 0.1*d) - y;
  (2 + sin(x))*a + x*b = 1 - y;
  y*a + (3 + cos(y))*b = sin(time);
  (4 + x)*c + d*y + e = 1;
  c + (5 + y)*d - e*x = 2;
  d - c + (6 + x*y)*e = x;
  when time > 1 then
    k = 0;
  end when;
  k*f + k*g = 2*k;
  f - g = 0*x;
  (time - 1)*p + 3*q = 1 "its first pivot vanishes at 1 s";
  p + (time - 1)*q = x;
end Tiny;
