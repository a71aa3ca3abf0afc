// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0302.mo:10:18: error[INST0302]: 'x' is redeclared twice in the same class
model A
  replaceable Real x = 1;
end A;
model M
  extends A;
  redeclare Real x = 2;
  redeclare Real x = 3;
end M;
