// The derivative of a function that holds an array without elements.
// RUN: causeway simulate %s DerivativeWithNothing.M -o %t.csv --stop 1 --check-jacobian
// CHECK: 0 wrong
// FINAL: x = 0.36787944 +- 1e-5
package DerivativeWithNothing
  constant Real co[:, 2] = fill(0.0, 0, 2);
  function f
    input Real x;
    output Real y;
  protected
    constant Real p[0, 2] = co;
  algorithm
    y := x;
  end f;
  model M
    Real x(start = 1, fixed = true);
  equation
    der(x) = -f(x);
  end M;
end DerivativeWithNothing;
