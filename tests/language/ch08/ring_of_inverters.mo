// RUN: causeway simulate %s -o %t.csv --stop 3
// EXIT: 5
// CHECK: error[RT0052]
// CHECK: changes again and again
model RingOfInverters
  Boolean a(start = false), b(start = false), c(start = false), on = time > 0.5;
equation
  a = not (c and on);
  b = not (a and on);
  c = not (b and on);
end RingOfInverters;
