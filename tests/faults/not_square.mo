// One equation too few and one too many: what is undetermined is named.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 3
// CHECK: error[SYM
// RUN: causeway check %s
// EXIT: 2
model NotSquare
  Real x, y, z;
equation
  x = time;
  y = 2*x;
end NotSquare;
