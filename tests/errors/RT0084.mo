// RUN: ln -s /dev/full full.csv; causeway simulate %s -o full.csv
// EXIT: 5
// CHECK: error[RT0084]: writing the result full.csv failed at time 
model M
  Real x = time;
end M;
