// RUN: causeway simulate %s -o %t.csv
// EXIT: 0
// CHECK: SYM0102.mo:6:8: warning[SYM0102]: the equal variables y and x have contradicting stateSelect; always is used
model M
  Real x(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real y(stateSelect = StateSelect.never);
equation
  der(x) = -x;
  x = y;
end M;
