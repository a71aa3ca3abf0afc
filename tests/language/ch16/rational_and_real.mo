// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]: a rational interval clock and a Real interval clock meet in one partition
model RationalAndReal
  Real x = sample(time, Clock(1, 2));
  Real y = sample(time, Clock(0.5));
  Real z = x + y;
end RationalAndReal;
