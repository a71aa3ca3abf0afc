// A model of data only is taken for a record; one with equations is refused.
// RUN: causeway check --strict %s M
// EXIT: 2
// CHECK: error[INST0931]
// RUN: causeway check %s N
// EXIT: 2
// CHECK: error[INST0931]
// RUN: causeway check %s M
// CHECK: warning[INST0931]
model M
  model A Real x = 1; end A;
  parameter A a;
end M;
model N
  model A Real x; equation x = 1; end A;
  parameter A a;
end N;
