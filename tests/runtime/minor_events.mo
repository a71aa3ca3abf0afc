// Relations that nothing continuous depends on still trigger their events, at the right instants, and leave the integrator
// its order and step size: four events, no restart.
// RUN: causeway simulate %s -o %t.csv --stats %t.json
// RUN: causeway simulate %s -o %t.ida.csv --solver ida --stats %t.ida.json
// FILE-CHECK: %t.json "restarts": 0
// FILE-CHECK: %t.json "state_events": 4
// FILE-CHECK: %t.ida.json "restarts": 0
// FILE-CHECK: %t.ida.json "state_events": 4
// VALUE: %t.csv last(1.5) = 0.69314718 +- 1e-7
// VALUE: %t.csv crossings(6.5) = 2 +- 0
// FINAL: %t.csv last = 0.69314718 +- 1e-7
// FINAL: %t.csv y = 0.91552644 +- 1e-6
// FINAL: %t.ida.csv y = 0.91552644 +- 1e-6
model MinorEvents
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 1, fixed = true);
  Boolean below = x < 0.5 "Computed for a record only";
  Boolean positive = y > 0.5;
  discrete Real last(start = 0, fixed = true);
  Integer crossings(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = z;
  der(z) = -y;
  when below then
    last = time;
  end when;
  when {positive, not positive} then
    crossings = pre(crossings) + 1;
  end when;
  annotation(experiment(StopTime = 7.44, Interval = 0.01, Tolerance = 1e-9));
end MinorEvents;
