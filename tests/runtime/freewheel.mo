// A freewheel between a driven and a driven-on wheel: carries torque forward only, opens when the first is slower.  Until 0.5 s both
// turn together (half the torque each), then the first one is braked, and catches up again from 1.5 s on at 1.75 s.
// RUN: causeway simulate %s -o %t.csv --stop 2 --stats %t.json
// RUN: %d/few_events.sh %t.json 12
// CHECK-NOT: warning
// VALUE: %t.csv w1(0.5) = 1 +- 1e-6
// VALUE: %t.csv w2(0.5) = 1 +- 1e-6
// VALUE: %t.csv w1(0.75) = 0 +- 1e-6
// VALUE: %t.csv w2(1.5) = 1 +- 1e-6
// VALUE: %t.csv closed(0.3) = 1 +- 0
// VALUE: %t.csv closed(1.6) = 0 +- 0
// ALWAYS: {torque} > -1e-9 and {w1} < {w2} + 1e-8
// VALUE: %t.csv w1(1.7) = 0.8 +- 1e-6
// VALUE: %t.csv closed(1.9) = 1 +- 0
// FINAL: w2 = 1.5 +- 1e-5
model Freewheel
  Real w1(start = 0, fixed = true), w2(start = 0, fixed = true);
  Real drive = if time < 0.5 then 4 elseif time < 0.75 then -4 elseif time < 1.5 then 0 else 4;
  Real torque, s(start = 0), a = der(w1) - der(w2);
  Boolean closed(start = true, fixed = true), ahead;
equation
  der(w1) = drive - torque;
  der(w2) = torque;
  ahead = w1 >= w2;
  closed = (pre(closed) or ahead) and s > 0 or ahead and s > 0;
  torque = if closed then s else 0;
  a = if closed then 0 else s;
end Freewheel;
