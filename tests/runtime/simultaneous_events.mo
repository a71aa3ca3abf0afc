// Three relations that change at one instant are one event; the when that needs two of them runs once.
// RUN: causeway simulate %s -o %t.csv --stats %t.json
// FILE-CHECK: %t.json "state_events": 1
// FINAL: both = 1 +- 0
// FINAL: any = 1 +- 0
// FINAL: at = 1 +- 1e-12
model SimultaneousEvents
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Boolean a = x > 1, b = 2*x > 2, c = y > 4;
  Integer both(start = 0, fixed = true), any(start = 0, fixed = true);
  discrete Real at(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 4;
  when a and b then
    both = pre(both) + 1;
    at = time;
  end when;
  when {a, b, c} then
    any = pre(any) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end SimultaneousEvents;
