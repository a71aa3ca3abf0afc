// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0903]
model M
  record R
    Real a;
  protected
    Real b;
  end R;
  R r(a = 1);
end M;
