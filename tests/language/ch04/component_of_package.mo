// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0930]
model M
  package P constant Real c = 1; end P;
  P p;
end M;
