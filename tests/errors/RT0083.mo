// RUN: causeway simulate %s -o nowhere/x.csv
// EXIT: 1
// CHECK: error[RT0083]: cannot write the result nowhere/x.csv: No such file or directory
model M
  Real x = time;
end M;
