// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0307]
model M
  redeclare model N end N;
end M;
