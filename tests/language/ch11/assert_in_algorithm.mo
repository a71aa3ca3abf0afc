// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: assertion failed: too late
model M
  Real x;
algorithm
  x := time;
  assert(x < 0.5, "too late");
end M;
