// Start values that vary are those of the start.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0591]: start of x is a parameter but its value is continuous-time (MLS 4.9)
// VALUE: %t.csv x(0) = 3 +- 1e-9
// VALUE: %t.csv y(0) = 6 +- 1e-9
// VALUE: %t.csv z(0) = 4 +- 1e-9
// VALUE: %t.csv w(0) = 5 +- 1e-9
// VALUE: %t.csv above(0) = 1 +- 0
// FINAL: n = 4 +- 0
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0591]
model M
  Real u = 3 + time;
  Real x(start = u, fixed = true);
  Real y(start = 2*u);
  Boolean above(start = u > 2, fixed = true);
  parameter Real p(fixed = false);
  Real z(start = p, fixed = true);
  Real w(start = p + 1, fixed = true);
  Integer n(start = integer(u), fixed = true);
  Real b = if above then 1 else 0;
initial equation
  p^2 = 16;
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 1;
  der(w) = 1;
  when time > 0.5 then
    above = not pre(above);
    n = pre(n) + 1;
  end when;
end M;
