// RUN: causeway simulate %s -o x.txt
// EXIT: 1
// CHECK: error[TOOL0008]: the name of the result must end in .mat, .h5 or .csv
model M
  Real x = time;
end M;
