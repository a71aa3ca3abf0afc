// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0590]
model M
  model C parameter Real d; end C;
  C c[2](d = {1, 2, 3});
end M;
