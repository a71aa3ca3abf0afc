// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0944]
model M
  constant Real c;
  Real x = c;
end M;
