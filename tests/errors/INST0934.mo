// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0934.mo:9:5: error[INST0934]: a record must not contain a component of model 'M.A' (MLS 4.7)
model M
  model A
    Real x = 1;
  end A;
  record R
    A a;
  end R;
  R r;
end M;
