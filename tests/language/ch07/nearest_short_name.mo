// One letter too many in a short name.
// RUN: causeway check %s
// EXIT: 2
// CHECK: nearest_short_name.mo:8:7: error[INST0205]: class 'A' has no element 'Rr' to modify
// CHECK: did you mean 'R'?
model A parameter Real R = 1; parameter Real voltage = 2; Real x = R; end A;
model M
  A a(Rr = 2);
end M;
