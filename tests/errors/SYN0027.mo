// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0027.mo:5:10: error[SYN0027]: 'break' may deselect elements only in an extends clause
model M
  Real x(break start) = 1;
end M;
