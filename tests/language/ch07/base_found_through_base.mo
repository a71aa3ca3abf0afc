// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]
model A model N Real x = 1; end N; end A;
model M
  extends A;
  extends N;
end M;
