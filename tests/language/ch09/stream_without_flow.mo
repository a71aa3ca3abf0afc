// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0924]
model M
  connector S stream Real s; end S;
  S s(s = 1);
end M;
