// RUN: causeway simulate %s -p x
// EXIT: 1
// CHECK: error[TOOL0009]: -p wants NAME=VALUE, not 'x'
model M
  Real x = time;
end M;
