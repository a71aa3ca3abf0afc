// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]: two clocks meet here that begin
model ShiftsDisagree
  Real a = sample(time, Clock(1, 10));
  Real b = shiftSample(a, 1, 2) + shiftSample(a, 1, 3);
end ShiftsDisagree;
