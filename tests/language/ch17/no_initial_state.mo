// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0143]: the state machine of 'a' has no initial state
// CHECK: initialState(a)
model NoInitialState
  block S end S;
  S a, b;
equation
  transition(a, b, true);
end NoInitialState;
