// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0563]
// CHECK: did you mean 'length'?
model M
  function f input Real length; output Real y; algorithm y := length; end f;
  Real x = f(lenght = 2);
end M;
