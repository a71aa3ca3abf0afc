// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0040.mo:5:16: error[FLAT0040]: this array has 10000000000 elements, more than a model can have variables
model FLAT0040
  Real y = sum(fill(time, 100000, 100000));
end FLAT0040;
