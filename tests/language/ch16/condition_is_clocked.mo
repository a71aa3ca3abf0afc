// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0136]: the condition of this clock is clocked; it must be of continuous time (MLS 16.3)
model ConditionIsClocked
  Real a = sample(time, Clock(1, 10));
  Boolean b = a > 0.5;
  Real c = sample(time, Clock(b));
end ConditionIsClocked;
