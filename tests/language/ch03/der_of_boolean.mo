// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Boolean b = true;
  Real x = der(b);
end M;
