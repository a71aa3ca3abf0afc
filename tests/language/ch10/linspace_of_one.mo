// RUN: causeway check %s
// EXIT: 2
// CHECK: linspace_of_one.mo:5:40: error[INST0540]: argument 3 of linspace must be at least 2
model M
  parameter Real x[:] = linspace(0, 1, 1);
end M;
