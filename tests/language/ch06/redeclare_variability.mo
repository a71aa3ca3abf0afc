// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable model B parameter Real k = 1; end B;
  B b;
end A;
model M
  model C Real k = 1; end C;
  A a(redeclare model B = C);
end M;
