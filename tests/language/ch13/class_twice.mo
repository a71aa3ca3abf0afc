// RUN: causeway check %s
// EXIT: 2
// CHECK: error[LIB0006]: class 'A' is defined twice
model A Real x = 1; end A;
model A Real y = 1; end A;
