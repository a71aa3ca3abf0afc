// A hundred thousand events: sampling, and a state event at each turn of an oscillator.  None is lost, and it takes seconds.
// TIMEOUT: 60
// RUN: causeway simulate %s -o %t.csv --intervals 10 --stats s.json --timeout 50; python3 -c "import json; s = json.load(open('s.json')); print('events', s['time_events'] >= 100000, s['state_events'])"
// CHECK: events True
// FINAL: %t.csv ticks = 100001 +- 0
// FINAL: %t.csv turns = 3183 +- 0
model ManyEvents
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Integer ticks(start = 0, fixed = true), turns(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when sample(0, 0.1) then
    ticks = pre(ticks) + 1;
  end when;
  when {v > 0, v < 0} then
    turns = pre(turns) + 1;
  end when;
  annotation(experiment(StopTime = 10000, Tolerance = 1e-8));
end ManyEvents;
