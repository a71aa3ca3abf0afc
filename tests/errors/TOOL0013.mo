// RUN: causeway simulate %s -o x.csv; causeway plot x.csv x --from 2 --to 3
// EXIT: 1
// CHECK: error[TOOL0013]: there is no finite value to draw in this range
model M
  Real x = time;
end M;
