// Two wheels and a clutch that is pressed: slips, sticks from 1 s on (10 rad/s at 5 + 5 rad/s2), slips again when the load is more than it
// can hold, sticks once more when the load is gone.
// RUN: causeway simulate %s -o %t.csv --stop 4 --stats %t.json
// RUN: causeway simulate %s -o %t_ida.csv --stop 4 --solver ida
// RUN: %d/few_events.sh %t.json 12
// CHECK-NOT: warning
// VALUE: %t.csv w1(0.999) = 5.005 +- 1e-6
// VALUE: %t.csv w2(1.5) = 5 +- 1e-6
// VALUE: %t.csv stuck(1.5) = 1 +- 0
// VALUE: %t.csv stuck(2.2) = 0 +- 0
// VALUE: %t.csv w1(2.5) = 2.5 +- 1e-5
// VALUE: %t.csv w2(2.5) = 0 +- 1e-5
// VALUE: %t.csv w1(2.7) = 1.5 +- 1e-5
// VALUE: %t.csv stuck(2.7) = 0 +- 0
// VALUE: %t.csv stuck(2.8) = 1 +- 0
// FINAL: %t.csv w1 = 1.25 +- 1e-5
// FINAL: %t_ida.csv w2 = 1.25 +- 1e-4
model Clutch
  parameter Real hold = 5;
  Real w1(start = 10, fixed = true), w2(start = 0, fixed = true);
  Real load = if time < 2 or time > 2.5 then 0 else 15 "brakes the second wheel";
  Real slip = w1 - w2, a = der(w1) - der(w2), torque, s(start = 0);
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), stuck;
  Integer mode(start = 1, fixed = true);
equation
  der(w1) = -torque;
  der(w2) = torque - load;
  forward = pre(mode) == 0 and s > hold;
  backward = pre(mode) == 0 and s < -hold;
  stuck = pre(mode) == 0 and not forward and not backward;
  torque = if stuck then s elseif forward or pre(mode) == 1 then hold else -hold;
  a = if stuck then 0 elseif forward or pre(mode) == 1 then s - hold else s + hold;
  mode = if (forward or pre(mode) == 1) and slip > 0 then 1 elseif (backward or pre(mode) == -1) and slip < 0 then -1 else 0;
end Clutch;
