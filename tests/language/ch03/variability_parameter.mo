// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0591]: p is parameter but its value is continuous-time
model M
  Real x = time;
  parameter Real p = x;
end M;
