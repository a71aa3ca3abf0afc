// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0113]
model M
  Real x = 1;
  extends x;
end M;
