// A state that two relations send back and forth.
// RUN: causeway simulate %s -o %t.csv --stop 10.5
// FINAL: x = 0.5 +- 0.0001
model Triangle
  Real x(start = 0, fixed = true);
  Boolean up(start = true);
initial equation
  pre(up) = true;
equation
  up = (pre(up) and x < 1) or (not pre(up) and x <= 0);
  der(x) = if up then 1 else -1;
end Triangle;
