// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model M
  Integer i = 1;
  Boolean b = edge(i);
end M;
