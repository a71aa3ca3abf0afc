// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0552]: start and interval of sample must be parameter expressions
// FINAL: x = 5 +- 0
// FINAL: y = 3 +- 0
model M
  parameter Real T(fixed = false);
  Real Tv = 0.5 + time;
  discrete Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
  Integer k = 2;
initial equation
  T = 0.25;
equation
  when sample(0, T) then
    x = pre(x) + 1;
  end when;
  when sample(0, Tv) then
    y = pre(y) + 1;
  end when;
end M;
