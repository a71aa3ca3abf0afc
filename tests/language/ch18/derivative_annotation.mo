// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8
// FINAL: v = -0.8414709848 +- 1e-5
// The derivative of a function that cannot be differentiated itself.
model DerivativeAnnotation
  function f input Real x; output Real y; algorithm y := cos(x); annotation(derivative = df, Inline = false); end f;
  function df input Real x; input Real dx; output Real dy; algorithm dy := -sin(x)*dx; annotation(Inline = false); end df;
  Real x, v;
equation
  x = f(time);
  v = der(x);
end DerivativeAnnotation;
