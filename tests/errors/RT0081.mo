// RUN: causeway simulate %s -o %t.csv --signals nowhere.txt
// EXIT: 1
// CHECK: error[RT0081]: cannot read the list of signals nowhere.txt: No such file or directory
model M
  Real x = time;
end M;
