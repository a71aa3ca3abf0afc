// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0902]
model M
  connector C inner Real x; end C;
  C c;
end M;
