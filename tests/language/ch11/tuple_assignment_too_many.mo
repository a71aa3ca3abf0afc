// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0622]
model M
  function f output Real x; algorithm x := 1; end f;
  Real a, b;
algorithm
  (a, b) := f();
end M;
