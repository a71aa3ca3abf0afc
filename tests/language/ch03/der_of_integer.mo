// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Integer i = 1;
  Real x = der(i);
end M;
