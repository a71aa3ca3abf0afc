// The mass of a tank has no start value, its level has one; so has the pressure of a pipe beside it, which is no more a state than
// the level.  What the tank says of itself counts.  (delay is not differentiated, so that the level cannot be the state.)
// RUN: causeway simulate %s -o %t.csv --stop 0
// CHECK: start values taken, for too few conditions are given: tank.level
// FINAL: tank.level = 2 +- 1e-9
// FINAL: pipe.p = 20.1 +- 1e-9
model StartOfOwnComponent
  model Pipe
    Real p(start = 5, stateSelect = StateSelect.prefer);
    Real q;
  end Pipe;
  model Tank
    Real level(start = 2, stateSelect = StateSelect.prefer);
    Real m, p, q;
  equation
    m = 3*level + delay(sin(time), 0.1);
    p = 10*level + delay(cos(time), 0.1);
    der(m) = q;
  end Tank;
  Pipe pipe;
  Tank tank;
equation
  pipe.q = -tank.q;
  pipe.p = tank.p - 0.9;
  pipe.q = 0.01*pipe.p;
end StartOfOwnComponent;
