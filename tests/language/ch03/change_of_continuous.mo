// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0551]
model M
  Real x = time;
  Boolean b = change(x);
end M;
