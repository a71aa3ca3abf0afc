// RUN: causeway simulate %s -o %t.csv --stop 2 --interval 1
// VALUE: %t.csv v(0.5) = 1 +- 0
// VALUE: %t.csv v(1.5) = 2 +- 0
// A delayed transition of higher priority wins over an immediate one at the same tick.
model DelayedBeforeImmediate
  block S parameter Integer value; outer output Integer v; equation v = value; end S;
  inner Integer v(start = 0);
  S a(value = 1), b(value = 2), c(value = 3);
  Real t = sample(time, Clock(1.0));
equation
  initialState(a);
  transition(a, b, true, immediate = false, priority = 1);
  transition(a, c, t > 0.5, priority = 2);
end DelayedBeforeImmediate;
