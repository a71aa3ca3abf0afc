// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0146.mo:16:40: error[FLAT0146]: the priority of a transition must be known during translation (MLS 17.1)
model M
  block S
    output Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end S;
  S a, b;
  parameter Integer p(fixed = false, start = 1);
initial equation
  p = 1;
equation
  initialState(a);
  transition(a, b, a.n > 3, priority = p);
end M;
