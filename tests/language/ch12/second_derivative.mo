// derivative annotation with order, noDerivative, partial
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: d1 = 2 +- 1e-6
// FINAL: d2 = 6 +- 1e-6
// FINAL: s = 2 +- 1e-6
package P
  function f input Real x; input Real k; output Real y; algorithm y := k * x ^ 2; annotation(derivative(noDerivative = k) = f_der, Inline = false); end f;
  function f_der input Real x; input Real k; input Real der_x; output Real dy; algorithm dy := 2 * k * x * der_x; annotation(derivative(noDerivative = k, order = 2) = f_der2, Inline = false); end f_der;
  function f_der2 input Real x; input Real k; input Real der_x; input Real der2_x; output Real dy; algorithm dy := 2 * k * der_x ^ 2 + 2 * k * x * der2_x; annotation(Inline = false); end f_der2;
  model M
    Real x(start = 0, fixed = true), v(start = 1, fixed = true);
    Real y = f(time, 1), d1 = der(y);
    Real z = f(time ^ 1, 3), dz = der(z), d2 = der(dz);
    Real s;
  equation
    der(x) = v; der(v) = 0;
    s = der(f(x, 1));
  end M;
end P;
