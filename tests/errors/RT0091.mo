// RUN: causeway plot nowhere.mat x
// EXIT: 1
// CHECK: error[RT0091]: cannot read nowhere.mat: No such file or directory
model M
  Real x = time;
end M;
