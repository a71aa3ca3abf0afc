// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0018]
model M
  input output Real x = 1;
end M;
