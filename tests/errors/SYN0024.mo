// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0024.mo:5:21: error[SYN0024]: an argument with 'for' must be the only argument
model M
  Real x = sum(2, i for i in 1:3);
end M;
