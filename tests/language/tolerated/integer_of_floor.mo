// RUN: causeway simulate %s -o %t.csv --stop 0.47
// CHECK: warning[INST0595]: {{.*}} is an Integer and is given a Real, though a whole one (MLS 6.7)
// FINAL: a = 4 +- 0
// FINAL: b = 9 +- 0
// FINAL: c = 6 +- 0
// FINAL: d = -5 +- 0
// FINAL: e = 3 +- 0
// FINAL: v = -2 +- 0
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0590]
model IntegerOfFloor "floor and ceil are Reals (MLS 3.7.3.1); others take them for Integers"
  Real w = 10*time;
  Integer a = floor(w);
  parameter Integer n = ceil(2.5);
  Integer b, c, d, e, v;
  Real x[n] = fill(time, n);
equation
  b = 2*ceil(w) - 1;
  d + 1 = floor(w/2) - c;
  3*ceil(w/3) = c;
  -v = floor(w/2);
algorithm
  e := if w > 1 then ceil(w/2) else floor(w);
end IntegerOfFloor;
