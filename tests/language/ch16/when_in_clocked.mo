// RUN: causeway check %s
// EXIT: 2
// CHECK: in a clocked partition needs a clock with a solver method (MLS 16.8.3)
model WhenInClocked
  Real a = sample(time, Clock(1, 10));
  Real n(start = 0);
equation
  when a > 0.5 then
    n = a;
  end when;
end WhenInClocked;
