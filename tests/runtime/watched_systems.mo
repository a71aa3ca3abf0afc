// What relations do not depend on is not solved for after every step: a system is solved as often as derivatives are
// computed, and where rows are written and events handled.
// RUN: causeway simulate %s Arms --stats %t.json -o /dev/null
// CHECK: steps
// RUN: python3 -c "import json; d = json.load(open('%t.json')); print('more:', d['linear_solves'] - d['rhs'] < d['rows'] + 8 * d['state_events'] < d['steps'] / 2)"
// CHECK: more: True
model Arms
  parameter Integer n = 6;
  Real q[n](start = linspace(0.1, 0.6, n), each fixed = true), w[n](each start = 0, each fixed = true), a[n];
  Real reached(start = 0, fixed = true);
equation
  der(q) = w;
  der(w) = a;
  for i in 1:n loop
    sum((if i == j then n + 1 else cos(q[i] - q[j]))*a[j] for j in 1:n) = -30*sin(q[i]) - 0.1*w[i];
  end for;
  der(reached) = if q[1] > 0.05 then 1 else 0;
  annotation(experiment(StopTime = 10, Interval = 2, Tolerance = 1e-6));
end Arms;
