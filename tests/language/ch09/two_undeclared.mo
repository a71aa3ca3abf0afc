// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0953]
model M
  expandable connector E end E;
  E a, b;
equation
  connect(a.x, b.x);
end M;
