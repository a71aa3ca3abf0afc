// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0930]
model M
  function f output Real y; algorithm y := 1; end f;
  f g;
end M;
