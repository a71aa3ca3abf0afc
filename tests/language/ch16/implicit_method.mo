// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 0.38554329 +- 1e-6
model ImplicitMethod
  Real x(start = 1);
  Real y = hold(x);
equation
  when Clock(Clock(1, 10), solverMethod = "ImplicitEuler") then
    der(x) = -x;
  end when;
end ImplicitMethod;
