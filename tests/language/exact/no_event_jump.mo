// A jump behind noEvent costs steps, not accuracy.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = -1.0001000000000002 +- 1e-05
model NoEventJump
  Real x(start = 0, fixed = true);
equation
  der(x) = noEvent(if time < 0.3333 then 1 else -2);
end NoEventJump;
