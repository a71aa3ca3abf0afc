// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0138]: fixed = true cannot be applied to a, a clocked variable to which previous is not applied (MLS 16.9)
model FixedClocked
  Real a(start = 0, fixed = true) = sample(time, Clock(1, 10));
end FixedClocked;
