// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0903]
model M
  record R Real x = 1; protected Real y = 2; end R;
  R r;
end M;
