// RUN: causeway simulate %s -o x.csv; causeway simulate %s --stop 2 -o y.csv; causeway compare x.csv y.csv
// EXIT: 1
// CHECK: error[TOOL0011]: the first result ends at 1, the second at 2
model M
  Real x = time;
end M;
