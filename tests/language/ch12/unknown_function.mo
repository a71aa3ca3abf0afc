// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0572]: no function squareroot is declared here
model M
  Real x = squareroot(2);
end M;
