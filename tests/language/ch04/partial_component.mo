// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0938]
model M
  partial model A end A;
  A a;
end M;
