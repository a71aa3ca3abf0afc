// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0934]
model M
  model A Real x = 1; end A;
  record R
    A a;
  end R;
  R r;
end M;
