// RUN: causeway simulate %s -o x.csv; causeway plot x.csv y
// EXIT: 1
// CHECK: error[TOOL0012]: x.csv has no variable 'y'
model M
  Real x = time;
end M;
