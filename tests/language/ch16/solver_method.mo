// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 0.34867844 +- 1e-6
// der() in a clocked partition is discretised by the method of its clock (16.8).
model SolverMethod
  Real x(start = 1);
  Real y = hold(x);
equation
  when Clock(Clock(1, 10), solverMethod = "ExplicitEuler") then
    der(x) = -x;
  end when;
end SolverMethod;
