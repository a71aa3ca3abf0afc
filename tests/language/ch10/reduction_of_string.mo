// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0530]
model M
  Real y = sum("a" for i in 1:2);
end M;
