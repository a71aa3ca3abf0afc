// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0141]: 'a' is marked as initial state twice
model MarkedTwice
  block S end S;
  S a;
equation
  initialState(a);
  initialState(a);
end MarkedTwice;
