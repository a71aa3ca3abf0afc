// Which state is active stands in the result, unless the state has an element of that name.
// RUN: causeway simulate %s -o %t.csv --stop 3
// FINAL: a.active = 0 +- 0
// FINAL: b.active = 7 +- 0
// FINAL: c.active = 1 +- 0
model ActiveInResults
  block S
  end S;
  block T
    Integer active = 7;
  end T;
  S a, c;
  T b;
equation
  initialState(a);
  transition(a, b, true, immediate = false);
  transition(b, c, true, immediate = false);
end ActiveInResults;
