// RUN: causeway simulate %s -o %t.csv --no-cache
// EXIT: 4
// CHECK: error[RT0041]
// CHECK: error[MODE0004]: no mode was found in which the model can begin
// CHECK: not:
model NoBeginning "One mode contradicts the start value of x, the other one has none for z there"
  Real x(start = 1, fixed = true), z, s(start = 1);
  Boolean on = s > 0;
equation
  der(x) = z;
  s = cos(time);
  if on then
    x = 2;
  else
    z = 1/(x - 1);
  end if;
end NoBeginning;
