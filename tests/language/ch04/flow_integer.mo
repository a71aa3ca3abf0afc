// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0936]
model M
  connector C flow Integer f; Integer e; end C;
  C c;
end M;
