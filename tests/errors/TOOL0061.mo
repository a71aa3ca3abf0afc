// RUN: causeway translate %s --target fortran
// EXIT: 1
// CHECK: error[TOOL0061]: there is no target fortran
// CHECK: known are: acsl, c, desire
model M
  Real x = time;
end M;
