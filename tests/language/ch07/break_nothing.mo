// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0304]
model M
  model A Real x = 1; end A;
  extends A(break y);
end M;
