// The only solution has a sign other than its start value, and stands behind a pole: r = -0.03, l = -1.13
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[RT0042]: 'r' is -0.03, below its min of 1e-05
// FINAL: x = -0.03 +- 1e-8
model BehindPole
  parameter Real t3 = 31;
  parameter Real t6 = 35 "larger than t3: unusual data";
  parameter Real r(fixed = false, start = 0.001, min = 1e-5);
  parameter Real l(fixed = false, start = 0.1);
  Real x(start = r, fixed = true);
initial equation
  t3 = (l + 0.2)/r;
  t6 = (l + 0.08)/r;
equation
  der(x) = 0;
end BehindPole;
