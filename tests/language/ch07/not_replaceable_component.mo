// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0942]
model M
  model T end T;
  model N end N;
  model A T t; end A;
  A a(redeclare N t);
end M;
