// RUN: causeway simulate %s -o %t.csv --stop 5 --interval 1
// VALUE: %t.csv now(2.5) = 1 +- 0
// VALUE: %t.csv now(3.5) = 2 +- 0
// VALUE: %t.csv later(3.5) = 1 +- 0
// VALUE: %t.csv later(4.5) = 2 +- 0
// An immediate transition acts at the tick of its condition, a delayed one a tick later.
model Immediate
  block One outer output Integer now; equation now = 1; end One;
  block Two outer output Integer now; equation now = 2; end Two;
  block First outer output Integer later; equation later = 1; end First;
  block Second outer output Integer later; equation later = 2; end Second;
  inner Integer now(start = 0);
  inner Integer later(start = 0);
  One one; Two two; First first; Second second;
  Real t = sample(time, Clock(1.0));
equation
  initialState(one);
  transition(one, two, t > 2.5);
  initialState(first);
  transition(first, second, t > 2.5, immediate = false);
end Immediate;
