// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0951]
model M
  connector C Real e; Real e2; flow Real f; end C;
  model A C c; end A;
  A a;
end M;
