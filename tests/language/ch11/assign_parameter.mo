// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0638]
model M
  parameter Real p = 1;
algorithm
  p := 2;
end M;
