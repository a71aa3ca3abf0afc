// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]: operator + cannot be applied to Integer and Integer[2]
model M "10.6.2: + needs equal dimensions"
  Real x[2] = 1 + {1, 2};
end M;
