// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0136]: interval stands in an equation of continuous time; it belongs to a clock (MLS 16.10)
model IntervalOfContinuous
  Real x(start = 0, fixed = true);
equation
  der(x) = interval();
end IntervalOfContinuous;
