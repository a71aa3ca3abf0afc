// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0901]
model M
  record R
    Real a;
  equation
    a = 1;
  end R;
  R r;
end M;
