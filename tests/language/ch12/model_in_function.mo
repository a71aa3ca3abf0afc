// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0933]
model M
  model A Real x = 1; end A;
  function f output Real y; protected A a; algorithm y := 1; end f;
  Real x = f();
end M;
