// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv a.gain.y(1.5) = 4 +- 0
// VALUE: %t.csv a.gain.y(3.5) = 6 +- 0
// VALUE: %t.csv b.gain.y(3.5) = 2 +- 0
// Blocks inside a state belong to it.
model SubBlockInState
  block Gain input Integer u; output Integer y; equation y = 2*u; end Gain;
  block S
    Integer n(start = 0);
    Gain gain(u = n);
  equation
    n = previous(n) + 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, a.n >= 3, immediate = false);
end SubBlockInState;
