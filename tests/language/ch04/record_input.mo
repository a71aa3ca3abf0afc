// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0902]
model M
  record R input Real x; end R;
  R r;
end M;
