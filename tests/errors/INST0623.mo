// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0623.mo:14:7: error[INST0623]: result b of f is Boolean, the variable is Real
model M
  function f
    output Real a;
    output Boolean b;
  algorithm
    a := 1;
    b := true;
  end f;
  Real x, y;
equation
  (x, y) = f();
end M;
