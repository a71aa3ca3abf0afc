// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0506]
model M
  function f output Real y; algorithm y := 1; end f;
  Real x = f;
end M;
