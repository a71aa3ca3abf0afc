// RUN: causeway check %s
// EXIT: 2
// CHECK: nowhere
model DerivativeNoSuchFunction
  function f input Real x; output Real y; algorithm y := cos(x); annotation(derivative = nowhere, Inline = false); end f;
  Real x, v;
equation
  x = f(time);
  v = der(x);
end DerivativeNoSuchFunction;
