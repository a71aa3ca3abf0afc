// RUN: causeway check %s
// EXIT: 2
// CHECK: must be an instance of a block
model ModelAsState
  model S end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, true);
end ModelAsState;
