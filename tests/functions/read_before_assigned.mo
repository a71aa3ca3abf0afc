// A field of a result that is read before it has a value is zero: the function is not taken apart.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: s.p = 3 +- 1e-9
// FINAL: s.T = 2 +- 1e-9
model ReadBefore
  record State
    Real p;
    Real T;
  end State;
  function set
    input Real d;
    input Real T;
    output State state;
  algorithm
    state := State(p = d + 2 * state.T, T = T);
    annotation(Inline = true);
  end set;
  State s = set(3 * time, 2);
end ReadBefore;
