// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0565]
model M
  function f input Real a[2]; output Real y; algorithm y := a[1]; end f;
  Real x = f({1, 2, 3});
end M;
