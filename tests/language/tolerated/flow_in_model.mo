// RUN: causeway check --strict %s
// CHECK: warning[INST0910]: 'flow' has a meaning in connectors only (MLS 9.3)
model M
  flow Real f = time;
end M;
