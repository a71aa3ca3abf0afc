// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0104.mo:5:3: error[INST0104]: class 'A' is defined by itself
model M
  model A = A;
  A a;
end M;
