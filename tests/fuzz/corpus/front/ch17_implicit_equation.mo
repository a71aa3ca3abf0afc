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
