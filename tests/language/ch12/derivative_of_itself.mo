// A function that is the partial derivative of itself is refused (MLS 3.6, 12.7.2).
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0681]: function 'g' is made from itself
model DerivativeOfItself
  function g = der(h, v);
  function h = der(g, v);
  Real y = g(1);
end DerivativeOfItself;
