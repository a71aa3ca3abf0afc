// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]: condition of while: expected Boolean, found Integer
model M
  function f output Real y = 0; algorithm while 1 loop y := 1; end while; end f;
  Real x = f();
end M;
