// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0113]
model M
  Real a;
  a b;
end M;
