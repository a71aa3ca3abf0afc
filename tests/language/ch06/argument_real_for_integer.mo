// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0565]
model M
  function f input Integer u; output Real y; algorithm y := 2 * u; end f;
  Real x = f(3.5);
end M;
