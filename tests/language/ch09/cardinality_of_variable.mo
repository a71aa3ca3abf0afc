// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Real x = 1;
  Integer n = cardinality(x);
end M;
