// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0529.mo:5:27: error[INST0529]: i must run over a vector, found Integer
model M
  Real x = sum(i for i in 3);
end M;
