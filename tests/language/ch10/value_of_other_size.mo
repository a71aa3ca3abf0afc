// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]: value of x: expected Real[2], found Integer[3]
model M
  parameter Real x[2] = {1, 2, 3};
end M;
