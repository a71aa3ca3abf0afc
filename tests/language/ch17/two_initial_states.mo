// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0142]: this state machine has two initial states, 'a' and 'b'
// CHECK: the other one is marked here
model TwoInitialStates
  block S end S;
  S a, b;
equation
  initialState(a);
  initialState(b);
  transition(a, b, true);
end TwoInitialStates;
