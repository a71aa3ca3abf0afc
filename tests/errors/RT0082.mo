// RUN: echo y > l.txt; causeway simulate %s -o %t.csv --signals l.txt
// EXIT: 0
// CHECK: warning[RT0082]: l.txt: there is no numeric variable 'y' in the model
model M
  Real x = time;
end M;
