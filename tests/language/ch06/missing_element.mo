// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model M
  model A parameter Real x = 1; end A;
  model B end B;
  model C replaceable A a; end C;
  C c(redeclare B a);
end M;
