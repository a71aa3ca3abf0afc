// RUN: causeway simulate %s -o %t.csv --no-cache
// EXIT: 5
// CHECK: error[MODE0003]: at time 0.5{{.*}} modes follow each other without end
// CHECK: the condition
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
