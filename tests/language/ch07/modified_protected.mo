// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0939]
model M
  model A protected parameter Real x = 1; end A;
  A a(x = 2);
end M;
