// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: which clock this is must be known during translation (MLS 16.3)
model ClockIndexedWhileRunning
  Integer f = if time > 0.5 then 1 else 2;
  Clock c[2] = {Clock(1, 10), Clock(1, 5)};
  Real a = sample(time, c[f]);
end ClockIndexedWhileRunning;
