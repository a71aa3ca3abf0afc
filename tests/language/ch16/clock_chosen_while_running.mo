// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: which clock this is must be known during translation (MLS 16.3)
model ClockChosenWhileRunning
  Integer f = if time > 0.5 then 1 else 2;
  Clock c1 = Clock(1, 10);
  Clock c2 = if f > 1 then subSample(c1, 2) else c1;
  Real a = sample(time, c2);
end ClockChosenWhileRunning;
