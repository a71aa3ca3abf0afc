// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0638]: k is a parameter and cannot be assigned to
model M
  function f
    input Real x;
    output Real y;
  protected
    parameter Real k = 2;
  algorithm
    k := 3;
    y := k * x;
  end f;
  Real a = f(time);
end M;
