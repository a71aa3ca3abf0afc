// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0952]
operator record O Real x; end O;
model M
  connector C O e; flow O f; end C;
  model A C c; end A;
  A a;
end M;
