// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv v(3.5) = 1 +- 0
// VALUE: %t.csv v(4.5) = 2 +- 0
// In an immediate condition ticksInState() counts as if nothing fired.
model ImmediateTicks
  block S parameter Integer value; outer output Integer v; equation v = value; end S;
  inner Integer v(start = 0);
  S a(value = 1), b(value = 2);
equation
  initialState(a);
  transition(a, b, ticksInState() >= 5);
end ImmediateTicks;
