// RUN: causeway check %s
// EXIT: 3
// CHECK: INST0680.mo:9:10: error[INST0680]: the partial derivative of this expression is not supported
model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := product(x + i for i in 1:3);
  end f;
  function g = der(f, x);
  Real x = g(time);
end M;
