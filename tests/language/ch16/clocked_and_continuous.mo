// RUN: causeway check %s
// EXIT: 2
// CHECK: clocked
// A clocked variable cannot stand in a continuous equation without hold.
model ClockedAndContinuous
  Real u = sample(time, Clock(0.1));
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end ClockedAndContinuous;
