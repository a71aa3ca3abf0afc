// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0303.mo:5:8: error[SYM0303]: x has stateSelect = StateSelect.never, but nothing else can take its place as state
model M
  Real x(stateSelect = StateSelect.never, start = 1);
equation
  der(x) = -x;
end M;
