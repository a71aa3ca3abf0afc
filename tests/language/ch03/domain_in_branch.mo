// RUN: causeway simulate %s -o %t.csv --stop 4
// CHECK: warning[INST0535]: the argument of log10 must be positive, found 0
// VALUE: %t.csv x(4) = 4 +- 1e-12
// RUN: causeway simulate %s -o %t2.csv --stop 6
// EXIT: 5
// CHECK: not a finite number
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0535]
model DomainInBranch "what stands in a branch that is never taken is not evaluated (MLS 3.6, 3.6.5)"
  Real x = if time > 5 then log10(0) else time;
end DomainInBranch;
