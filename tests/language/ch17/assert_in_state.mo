// RUN: causeway simulate %s -o %t.csv --stop 4 --interval 1
// CHECK-NOT: never
// An assertion of a state holds while it is active.
model AssertInState
  block A Integer n(start = 0); equation n = previous(n) + 1; end A;
  block B equation assert(false, "never active"); end B;
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, a.n > 100, immediate = false);
end AssertInState;
