// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0935]
model M
  connector C input Real x; end C;
  input C c;
end M;
