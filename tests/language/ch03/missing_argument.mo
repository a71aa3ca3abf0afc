// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0559]
model M
  Real y = atan2(1);
end M;
