// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0117]
model A encapsulated model N end N; end A;
model M
  import A.N;
  N n;
end M;
