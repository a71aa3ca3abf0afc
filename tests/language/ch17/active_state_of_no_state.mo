// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0147]: the argument of activeState is not a state of a state machine
model ActiveStateOfNoState
  block S end S;
  S a, b;
  Boolean x = activeState(b);
equation
  initialState(a);
end ActiveStateOfNoState;
