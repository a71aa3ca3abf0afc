// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0205]
// CHECK: did you mean 'resistance'?
model A parameter Real resistance = 1; Real x = resistance; end A;
model M
  A a(resistence = 2);
end M;
