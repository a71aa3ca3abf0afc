// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0605]
model M
  Boolean b = time > 1;
  Real x = 1 if b;
end M;
