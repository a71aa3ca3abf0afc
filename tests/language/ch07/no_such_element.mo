// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0205]
// CHECK: did you mean 'length'?
model M
  model A parameter Real length = 1; end A;
  A a(lenght = 4);
end M;
