// A jump that is delayed stays a jump.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 0.25 +- 1e-06
model DelayOfJump
  Real u = if time < 0.5 then 0 else 1, y = delay(u, 0.25);
  Real x(start = 0, fixed = true);
equation
  der(x) = y;
end DelayOfJump;
