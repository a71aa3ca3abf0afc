// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0008.mo:5:8: error[SYN0008]: this quoted identifier is not closed on its line: "'" is missing
model M
  Real 'my variable = 1;
end M;
