// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8
// FINAL: v = 6 +- 1e-6
// zeroDerivative: usable because k does not change.
model ZeroDerivative
  function f input Real x; input Real k; output Real y; algorithm y := k*x^2; annotation(derivative(zeroDerivative = k) = df, Inline = false); end f;
  function df input Real x; input Real k; input Real dx; output Real dy; algorithm dy := 2*k*x*dx; annotation(Inline = false); end df;
  parameter Real k = 3;
  Real x, v;
equation
  x = f(time, k);
  v = der(x);
end ZeroDerivative;
