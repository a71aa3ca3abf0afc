// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0941.mo:8:17: error[INST0941]: redeclaration of 'x': it has 2 dimensions, the original has 1 (MLS 7.3, 6.4)
model A
  replaceable Real x[2] = {1, 2};
end A;
model M
  A a(redeclare Real x[2, 2] = [1, 2; 3, 4]);
end M;
