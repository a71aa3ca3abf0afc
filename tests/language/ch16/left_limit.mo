// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv c(0.05) = 2 +- 1e-9
// VALUE: %t.csv p(0.35) = 0 +- 0
// VALUE: %t.csv p(0.45) = 1 +- 0
// VALUE: %t.csv e(0.2) = 5 +- 0
// VALUE: %t.csv e(0.35) = 0 +- 0
// VALUE: %t.csv e(0.8) = 1 +- 0
// sample gives the left limit (16.5.1): after initialisation what it found, at an event what was before it, also where the clock ticks
// because of that event.
model LeftLimit
  Real y(start = 1), yc = sample(y, Clock(0.1)), c = hold(yc);
  Integer u = if time >= 0.7 then 2 elseif time >= 0.3 then 1 else 0;
  Integer periodic = sample(u, Clock(1, 10)), event(start = 5) = sample(u, Clock(time >= 0.3 and time < 0.5 or time >= 0.7));
  Integer p = hold(periodic), e = hold(event);
equation
  der(y) + y = 2;
initial equation
  der(y) = 0;
end LeftLimit;
