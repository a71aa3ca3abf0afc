// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0565]: argument u of f: expected Integer, found Real
model M
  function f input Integer u; output Real y; algorithm y := u; end f;
  Real x = f(1.5);
end M;
