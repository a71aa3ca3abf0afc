// A call whose function value has moving arguments bound to it: its derivative is not zero, although the iteration's steps say so.
// RUN: causeway simulate %s -o %t.csv --check-jacobian
// CHECK: Jacobians: {{\d+}} entries compared at {{\d+}} points, 0 wrong
// FINAL: x = 6.085806 +- 1e-4
package Part
  partial function Fn
    input Real u;
    output Real y;
  end Fn;
  function shifted
    extends Fn;
    input Real a;
  algorithm
    y := u*u*u - a;
  end shifted;
  function root
    input Fn f;
    input Real lo;
    input Real hi;
    output Real x;
  protected
    Real l, h;
  algorithm
    l := lo; h := hi;
    for i in 1:60 loop
      x := 0.5*(l + h);
      if f(x) > 0 then h := x; else l := x; end if;
    end for;
  end root;
  model M
    Real x(start = 8, fixed = true), y;
  equation
    y = root(function shifted(a = x), 0, 10);
    der(x) = -y;
  end M;
end Part;
