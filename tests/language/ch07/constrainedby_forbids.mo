// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  partial model P Real x; end P;
  replaceable model B Real x = 1; end B constrainedby P;
  B b;
end A;
model M
  model C Real y = 2; end C;
  A a(redeclare model B = C);
end M;
