// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0524]
model M
  Real x[2] = "a":"b";
end M;
