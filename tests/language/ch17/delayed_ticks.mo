// RUN: causeway simulate %s -o %t.csv --stop 0.02 --interval 0.001
// VALUE: %t.csv in1(0.0095) = 0 +- 1e-12
// VALUE: %t.csv in1(0.0105) = 1 +- 1e-12
// VALUE: %t.csv in1(0.0145) = 1 +- 1e-12
// VALUE: %t.csv in1(0.0155) = 0 +- 1e-12
// VALUE: %t.csv in2(0.0155) = 1 +- 1e-12
// The example of MLS 17.1: active for five ticks.
model DelayedTicks
  block State end State;
  State a0, a1, a2;
  Integer in1 = if hold(activeState(a1)) then 1 else 0;
  Integer in2 = if hold(activeState(a2)) then 1 else 0;
equation
  initialState(a0);
  transition(a0, a1, sample(time, Clock(1, 1000)) > 0.0095);
  transition(a1, a2, ticksInState() >= 5, immediate = false);
end DelayedTicks;
