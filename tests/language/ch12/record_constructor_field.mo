// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0563]
model M
  record R Real a; end R;
  parameter R r = R(b = 3);
end M;
