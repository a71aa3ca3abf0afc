// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0930]
model M
  package P end P;
  P p;
end M;
