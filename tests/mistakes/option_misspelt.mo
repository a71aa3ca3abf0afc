// RUN: causeway simulate %s --stopp 2
// EXIT: 1
// CHECK: error[TOOL0001]: unknown option '--stopp'
// CHECK: hint: did you mean --stop?
model M
  Real x = time;
end M;
