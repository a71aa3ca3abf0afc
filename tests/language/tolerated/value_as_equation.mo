// A call whose result nobody takes may stand among equations and statements; that of an operator has no effect.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: value_as_equation.mo:{{[0-9]+}}:3: warning[INST0635]: this is a value, not an equation: it has no effect
// FINAL: y = 2 +- 1e-9
model M
  Real x(start = 1, fixed = true);
  Real y;
  function f
    input Real a;
    output Real b;
  algorithm
    b := 2*a;
    sin(a);
  end f;
equation
  der(x) = -x;
  homotopy(x, 0);
algorithm
  y := f(1);
  sin(x);
end M;
