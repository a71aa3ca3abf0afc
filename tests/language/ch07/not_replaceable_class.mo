// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0209]
model M
  model A model T end T; T t; end A;
  model N end N;
  A a(redeclare model T = N);
end M;
