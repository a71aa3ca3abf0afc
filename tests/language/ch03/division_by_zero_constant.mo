// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0650]
model M
  constant Real c = 1 / 0;
  Real x[integer(c)];
end M;
