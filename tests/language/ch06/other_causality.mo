// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model M
  block A input Real x = 1; end A;
  block B output Real x = 1; end B;
  model C replaceable A a; end C;
  C c(redeclare B a);
end M;
