// That a piston is not accelerated is meant for the pressure behind it.  By structure it could be for that of a motor that turns all
// of it, too, which is too weak.  Start values are taken where conditions have left a place: in the motor and its line.
// RUN: causeway simulate %s -o %t.csv --stop 0
// CHECK: start values taken, for too few conditions are given: motor
// FINAL: pressure = 2 +- 1e-2
// FINAL: motor = 5 +- 1e-9
// FINAL: line = 5 +- 1e-9
model ConditionNearestState
  Real pressure(start = 1), motor(start = 5), line(start = 4);
  Real x, v, a;
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true), alpha;
initial equation
  x = 0;
  v = 0;
  a = 0;
  line = motor;
equation
  der(x) = v;
  der(v) = a;
  der(phi) = w;
  der(w) = alpha;
  a = pressure - 2 + 1e-3*alpha;
  alpha = tanh(motor) - 1e-3*a - w;
  der(pressure) = -v;
  der(motor) = line - motor - w;
  der(line) = motor - line;
end ConditionNearestState;
