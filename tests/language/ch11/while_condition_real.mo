// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  function f output Real y; algorithm y := 0; while y loop y := 1; end while; end f;
  Real x = f();
end M;
