// The temperature is in balance with a heater that is switched: it jumps, and cannot be a state although it would be
// preferred.  What is continuous at the event is the mass.
// RUN: causeway simulate %s -o %t.csv --stop 2
// VALUE: %t.csv T(0.5) = 310 +- 1e-6
// VALUE: %t.csv level(0.5) = 1 +- 1e-9
// FINAL: T = 319.8019802 +- 1e-5
// FINAL: level = 1.01 +- 1e-7
model FollowsAStep
  Real m "mass";
  Real level(start = 1, fixed = true);
  Real T(start = 300, stateSelect = StateSelect.prefer) "temperature";
  Real u "heating";
equation
  u = if time < 1 then 1 else 2;
  der(m) = 0;
  m = level*(1000 - (T - 300));
  0 = 10*u - level*(T - 300);
end FollowsAStep;
