// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: warning
// VALUE: %t.csv h(0.95) = 10 +- 0
// A machine of one state and no transition has the clock of its state.
model SingleState
  block S Integer n(start = 0); equation n = previous(n) + sample(1, Clock(1, 10)); end S;
  S s;
  Integer h = hold(s.n);
equation
  initialState(s);
end SingleState;
