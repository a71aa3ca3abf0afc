// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0001]
model M
  Real x = if time > 1 then 2;
end M;
