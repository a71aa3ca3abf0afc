// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0050.mo:13:15: error[FLAT0050]: the value of 'x' has 3 scalars for 2 elements
model M
  function f
    input Integer n;
    input Real u[:];
    output Real y[n];
  algorithm
    y := u;
  end f;
  Real u[3] = {1, 2, 3} * time;
  Real x[2] = f(2, u);
end M;
