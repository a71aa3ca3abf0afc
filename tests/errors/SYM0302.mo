// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0302.mo:6:8: error[SYM0302]: y has stateSelect = StateSelect.always, but constraints determine it from other states
model M
  Real x(stateSelect = StateSelect.always, start = 1);
  Real y(stateSelect = StateSelect.always);
equation
  der(x) + der(y) = 1;
  y = 2 * x + 1;
end M;
