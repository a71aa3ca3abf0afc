// The letter of 17.1 wants blocks; models are accepted with a warning.
// RUN: causeway check %s
// EXIT: 0
// CHECK: warning[INST0540]: a state is an instance of a block (MLS 17.1)
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: must be an instance of a block
model ModelAsState
  model S end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, true);
end ModelAsState;
