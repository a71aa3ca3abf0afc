// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0407]
model M
  model A outer Integer g; end A;
  inner Real g = 5;
  A a;
end M;
