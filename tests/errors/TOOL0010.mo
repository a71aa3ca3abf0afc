// RUN: causeway simulate %s -o x.csv; causeway plot x.csv x -o x.gif
// EXIT: 1
// CHECK: error[TOOL0010]: cannot draw to 'x.gif'
model M
  Real x = time;
end M;
