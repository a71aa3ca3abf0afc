// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0150]: 'v' gets a value in two states that can be active at the same time, 'a' and 'c'
// CHECK: the other value is given here
model ParallelAssignment
  block S outer output Integer v; equation v = 1; end S;
  block T end T;
  inner Integer v(start = 0);
  S a, c;
  T b;
equation
  initialState(a);
  transition(a, b, true);
  initialState(c);
end ParallelAssignment;
