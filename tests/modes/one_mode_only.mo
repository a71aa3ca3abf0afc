// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[MODE0001]: at time 1 the model changes to a mode whose equations cannot be solved
// CHECK: one_mode_only.mo:{{[0-9]+}}
// CHECK: if y > 3.0
// CHECK: the mode after: broken
// FINAL: %t.csv x = 1 +- 1e-8
model OneModeOnly "The condition high depends on y, which no equation determines once the rod is broken"
  Real x(start = 0, fixed = true), y, z;
  Boolean broken = time >= 1, high = y > 3;
equation
  der(x) = if high then -1 else 1;
  if broken then
    z = x;
    z = 2*x;
  else
    y = 2*x;
    z = 0;
  end if;
  annotation (experiment(StopTime = 2));
end OneModeOnly;
