// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0406]
model M
  model A outer parameter Real g = 2; end A;
  inner parameter Real g = 5;
  A a;
end M;
