// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0937]
model M
  connector C Real e; flow Real f; end C;
  block B C c; end B;
  B b;
end M;
