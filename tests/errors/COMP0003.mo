// RUN: TMPDIR=/nowhere causeway simulate %s --compile cc -o %t.csv
// EXIT: 70
// CHECK: error[COMP0003]: cannot make a folder for temporary files: No such file or directory
model M
  Real x = time;
end M;
