// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0531]
model M
  Real x = if time > 1 then 2 else "two";
end M;
