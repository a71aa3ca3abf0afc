// RUN: causeway simulate %s -o %t.csv --stop 4 --interval 1
// VALUE: %t.csv a.y(1.5) = 1 +- 1e-9
// VALUE: %t.csv a.z(1.5) = 2 +- 1e-9
// VALUE: %t.csv b.y(2.5) = 5 +- 1e-9
// VALUE: %t.csv a.y(2.5) = 1 +- 1e-9
// Equations of a state need not be solved for their variable.
model ImplicitEquation
  block S
    parameter Real p;
    Real y, z;
  equation
    y + z = p;
    z - y = 1;
  end S;
  S a(p = 3), b(p = 11);
equation
  initialState(a);
  transition(a, b, ticksInState() >= 2, immediate = false);
end ImplicitEquation;
