// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0136]: the result of hold is of continuous time, but it stands in a clocked equation (MLS 16.7.3)
model HoldInClocked
  Real a = sample(time, Clock(1, 10));
  Real b = a + hold(a);
end HoldInClocked;
