// RUN: causeway simulate %s -o %t.csv --stop 9 --interval 1
// VALUE: %t.csv a.n(2.5) = 3 +- 0
// VALUE: %t.csv a.n(3.5) = 3 +- 0
// VALUE: %t.csv a.n(4.5) = 1 +- 0
// VALUE: %t.csv c.n(2.5) = 3 +- 0
// VALUE: %t.csv c.n(3.5) = 3 +- 0
// VALUE: %t.csv c.n(4.5) = 4 +- 0
// A reset transition brings a state back to its start values, one with reset=false continues; variables of a state that
// is not active keep their values.
model ResetOrNot
  block S Integer n(start = 0); equation n = previous(n) + 1; end S;
  S a, b, c, d;
equation
  initialState(a);
  transition(a, b, a.n >= 3, immediate = false);
  transition(b, a, true, immediate = false);
  initialState(c);
  transition(c, d, c.n == 3, immediate = false);
  transition(d, c, true, immediate = false, reset = false);
end ResetOrNot;
