// RUN: causeway simulate %s -o %t.csv --start 1e13 --stop 10000000000001
// EXIT: 1
// CHECK: error[RT0056]: a run of 1 s near time 1e+13, where instants closer than 1 s are not told apart, cannot be simulated
// RUN: causeway simulate %s -o %t.csv --start 1e12 --stop 1000000000001
// EXIT: 1
// RUN: causeway simulate %s -o %t.csv --start 1e9 --stop 1000000001
// CHECK: warning[RT0056]: a run of 1 s near time 1e+09, where instants closer than 0.0001 s are not told apart, gets inaccurate
// CHECK: hint: let the run start near zero, and add the offset to time in the model
// RUN: causeway simulate %s -o %t.2.csv --start 3e7 --stop 30003600; echo quiet
// CHECK-NOT: 3e+07, where
model Far
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Far;
