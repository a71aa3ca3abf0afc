// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0902]
model M
  record R outer Real x; end R;
  R r;
end M;
