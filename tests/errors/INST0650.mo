// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0650.mo:6:18: error[INST0650]: division by zero during translation
model M
  parameter Integer n = 0;
  Real x[integer(1 / n)];
end M;
