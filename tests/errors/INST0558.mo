// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0558.mo:5:24: error[INST0558]: argument u1 of atan2 is given twice
model M
  Real x = atan2(1, 2, u1 = 3);
end M;
