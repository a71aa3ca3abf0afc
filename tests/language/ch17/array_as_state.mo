// RUN: causeway check %s
// EXIT: 2
// CHECK: must be an instance of a block
model ArrayAsState
  block S end S;
  S a[2];
equation
  initialState(a);
end ArrayAsState;
