// RUN: causeway simulate %s -o %t.csv --stop 3 --interval 1
// FINAL: v = 3 +- 0
// Of several transitions that could fire, the one with the smallest number does.
model Priority
  block S parameter Integer value; outer output Integer v; equation v = value; end S;
  inner Integer v(start = 0);
  S a(value = 1), b(value = 2), c(value = 3);
equation
  initialState(a);
  transition(a, b, true, immediate = false, priority = 2);
  transition(a, c, true, immediate = false, priority = 1);
end Priority;
