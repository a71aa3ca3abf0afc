// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]: two clocks meet here that tick every 0.1 s and every 0.3 s
// CHECK: the other clock
model TwoClocksInPartition
  Real a = sample(time, Clock(1, 10));
  Real b = sample(time, Clock(3, 10));
  Real c = a + b;
end TwoClocksInPartition;
