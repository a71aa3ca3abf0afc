// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0002]
model M
  Real x = 1 # comment
  ;
end M;
