// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]: condition of if: expected Boolean, found Integer
model M
  Real x = if 1 then 1.0 else 2.0;
end M;
