// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0902]
model M
  record R
    input Real a;
  end R;
  R r(a = 1);
end M;
