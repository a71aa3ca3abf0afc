// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv a.n(2.5) = 3 +- 0
// VALUE: %t.csv a.n(3.5) = 1 +- 0
// VALUE: %t.csv a.ticks(2.5) = 3 +- 0
// VALUE: %t.csv a.ticks(3.5) = 1 +- 0
// VALUE: %t.csv a.ticks(4.5) = 2 +- 0
// VALUE: %t.csv a.since(4.5) = 1 +- 1e-12
model SelfTransition
  block S
    Integer n(start = 0);
    Integer ticks = ticksInState();
    Real since = timeInState();
  equation
    n = previous(n) + 1;
  end S;
  S a;
equation
  initialState(a);
  transition(a, a, a.n >= 3, immediate = false);
end SelfTransition;
