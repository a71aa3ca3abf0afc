// RUN: causeway simulate %s -o %t.csv --stop 2
// VALUE: %t.csv d(0.5) = 0 +- 0
// VALUE: %t.csv d(1.5) = 1 +- 0
// VALUE: %t.csv y(0.5) = 1 +- 0
// An event at the start itself, behind initialisation: what was before it is what delay() finds before the start.
model DelayOfEventAtStart
  Boolean on(start = false), was(start = false);
  Integer n(start = 0, fixed = true);
  Real y = n, d = delay(y, 1);
initial equation
  pre(on) = false;
equation
  on = time >= 0;
  was = pre(on);
  when was then
    n = pre(n) + 1;
  end when;
end DelayOfEventAtStart;
