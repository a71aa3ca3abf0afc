// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0572]: no function f is declared here
model M
  Real x = f(1);
end M;
