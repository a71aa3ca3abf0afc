// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0665.mo:{{.*}}error[INST0665]: Integer overflow
model M "the size of an array that 64 bits do not hold"
  parameter Integer n = 4000000000;
  Real x[div(n*n*n, n*n)];
end M;
