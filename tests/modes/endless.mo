// RUN: causeway simulate %s -o %t.csv --no-cache
// EXIT: 5
// CHECK: error[MODE0003]: at time 0.5{{.*}} modes follow each other without end
// CHECK: the condition
// VALUE: %t.csv x(0.25) = -0.25 +- 1e-8
// FINAL: %t.csv time = 0.5 +- 1e-8
model Endless "Either mode says that the other one holds"
  Real x(start = -0.5, fixed = true), y, z;
  Boolean high = y > 0;
equation
  der(x) = 1 - z;
  if high then
    y = -1;
    x = 0;
  else
    y = x;
    z = 0;
  end if;
end Endless;
