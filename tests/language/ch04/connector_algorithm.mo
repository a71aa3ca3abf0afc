// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0901]
model M
  connector C input Real x; algorithm x := 1; end C;
  C c;
end M;
