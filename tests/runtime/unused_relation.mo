// A Boolean that nothing uses has its event: two rows at the instant, with both values.
// RUN: causeway simulate %s -o %t.csv --stats %t.json
// FILE-CHECK: %t.json "state_events": 1
// RUN: awk -F, 'NR > 1 && $1 > 0.45 && $1 < 0.75' %t.csv | wc -l
// CHECK: 2
// VALUE: %t.csv b(0.499999999) = 0 +- 0
// VALUE: %t.csv b(0.500000001) = 1 +- 0
model UnusedRelation
  Real x(start = 0, fixed = true);
  Boolean b = x > 0.5;
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1, Interval = 0.4));
end UnusedRelation;
