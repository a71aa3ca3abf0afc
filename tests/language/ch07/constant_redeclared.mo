// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0208]
model M
  model A replaceable constant Real c = 1; end A;
  A a(redeclare constant Real c = 2);
end M;
