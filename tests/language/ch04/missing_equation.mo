// RUN: causeway check %s
// EXIT: 2
// CHECK: error[TOOL0016]: nothing determines y
model M
  Real x = 1;
  Real y;
end M;
