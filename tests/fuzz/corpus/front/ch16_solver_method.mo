model SolverMethod
  Real x(start = 1);
  Real y = hold(x);
equation
  when Clock(Clock(1, 10), solverMethod = "ExplicitEuler") then
    der(x) = -x;
  end when;
end SolverMethod;
