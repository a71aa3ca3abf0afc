// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0936]: a Clock cannot be declared 'discrete' (MLS 16.3)
model DiscreteClock
  discrete Clock c = Clock(1, 10);
  Real a = sample(time, c);
end DiscreteClock;
