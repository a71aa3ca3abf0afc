// RUN: causeway check %s
// EXIT: 2
// CHECK: must be an instance of a block
model VariableAsState
  Real a = 1;
equation
  initialState(a);
end VariableAsState;
