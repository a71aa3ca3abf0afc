// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0151]: 'v' needs a start value: the initial state gives it none (MLS 17.3.5)
// CHECK: note: another state gives it a value here
model NoStartValue
  inner Integer v;
  block A outer output Integer v; equation v = 5; end A;
  block B end B;
  B b;
  A a;
equation
  initialState(b);
  transition(b, a, sample(time, Clock(1, 10)) > 0.3);
end NoStartValue;
