// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0407]
model M
  model A outer Real g[2]; end A;
  inner Real g[3] = {1, 2, 3};
  A a;
end M;
