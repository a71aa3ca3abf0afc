// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0136]: firstTick stands in an equation of continuous time; it belongs to a clock (MLS 16.10)
model FirstTickOfContinuous
  Boolean b = firstTick();
end FirstTickOfContinuous;
