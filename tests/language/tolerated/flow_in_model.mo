// RUN: causeway check %s
// CHECK: warning[INST0910]: 'flow' is only allowed in connectors and has no meaning here (MLS 9.3)
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0910]
model M
  flow Real f = time;
end M;
