// RUN: causeway simulate %s -o %t.csv --no-cache
// EXIT: 4
// CHECK: error[MODE0004]: no mode was found in which the model can begin
// CHECK: not:
model NoBeginning "Either mode says that the other one holds"
  Real x(start = 1, fixed = true), z, s;
  Boolean on = s > 0;
equation
  der(x) = z;
  if on then
    s = -1;
    x = 1;
  else
    s = 1;
    z = 0;
  end if;
end NoBeginning;
