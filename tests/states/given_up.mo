// A preferred state that cannot be one, because it is a function of time: nothing of the try is left, no derivative is in the result.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8; head -1 %t.csv
// CHECK: time,x,y,der(y)
// CHECK-NOT: der(x)
// y' = sin(t) - y, y(0) = 1: (sin(t) - cos(t))/2 + 1.5*exp(-t)
// FINAL: y = 0.70240350 +- 1e-6
model GivenUp
  Real x(stateSelect = StateSelect.prefer), y(start = 1, fixed = true);
equation
  x = sin(time);
  der(y) = x - y;
end GivenUp;
