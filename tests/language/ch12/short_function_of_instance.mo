// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: %t.csv a.y = 6 +- 1e-12
// FINAL: %t.csv b.y = 15 +- 1e-12
model ShortFunctionOfInstance "modifiers of a short function definition name parameters of its own instance (MLS 3.6, 12.5)"
  function scaled
    input Real u;
    input Real k = 1;
    output Real y;
  algorithm
    y := k*u;
  end scaled;
  model Part
    parameter Real k = 1;
    replaceable function f = scaled(k = k);
    Real y = f(3*time);
  end Part;
  Part a(k = 2), b(k = 5);
end ShortFunctionOfInstance;
