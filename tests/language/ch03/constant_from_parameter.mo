// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0591]: c is constant but its value is parameter
model M
  parameter Real p = 2;
  constant Real c = p;
end M;
