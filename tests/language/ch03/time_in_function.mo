// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0507]
model M
  function f output Real y; algorithm y := time; end f;
  Real x = f();
end M;
