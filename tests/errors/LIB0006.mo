// RUN: causeway check %s
// EXIT: 2
// CHECK: LIB0006.mo:7:7: error[LIB0006]: class 'M' is defined twice
model M
  Real x = 1;
end M;
model M
  Real y = 1;
end M;
