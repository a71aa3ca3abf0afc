// RUN: causeway simulate %s --stop soon
// EXIT: 1
// CHECK: error[TOOL0002]: --stop wants a number, not 'soon'
model M
  Real x = time;
end M;
