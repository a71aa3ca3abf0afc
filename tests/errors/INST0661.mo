// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0661.mo:11:7: error[INST0661]: 3 values are assigned to 2 elements
model M
  function f
    input Integer n;
    output Integer s;
  protected
    Real a[4];
  algorithm
    a[1:n] := {1, 2, 3};
    s := 3;
  end f;
  Real x[f(2)];
end M;
