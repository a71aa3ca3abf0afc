// RUN: causeway flatten %s
// CHECK: stateSelect = prefer
model M
  Real x(stateSelect = StateSelect.prefer, start = 1, fixed = true);
equation
  der(x) = -x;
end M;
