// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
// CHECK: error[SYM0502]: b and c belong
// CHECK: to different clocks, but depend on each other at the same instant (MLS 16.7.4)
model LoopOfClocks
  Real a = sample(time, Clock(1, 10)), b, c;
equation
  b = a + superSample(c, 2);
  c = subSample(b, 2) + 1;
end LoopOfClocks;
