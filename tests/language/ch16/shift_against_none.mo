// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]: two clocks meet here that begin
model ShiftAgainstNone
  Real a = sample(time, Clock(1, 10));
  Real b = shiftSample(a, 1, 2) + a;
end ShiftAgainstNone;
