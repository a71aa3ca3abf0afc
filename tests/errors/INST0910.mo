// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0910.mo:5:3: error[INST0910]: 'stream' is only allowed in connectors (MLS 15.1)
model M
  stream Real h = 1;
end M;
