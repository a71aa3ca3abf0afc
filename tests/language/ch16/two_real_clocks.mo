// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]: a Real interval clock and another one meet in one partition; only rational interval clocks may (MLS 16.3)
model TwoRealClocks
  Real x = sample(time, Clock(2.5));
  Real y = sample(time, Clock(2.5));
  Real z = x + y;
end TwoRealClocks;
