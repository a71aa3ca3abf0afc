// RUN: causeway check %s
// EXIT: 2
// CHECK: SYN0028.mo:7:3: error[SYN0028]: only a variable, or a list of variables in parentheses, can be assigned to
model M
  Real x;
algorithm
  (sin(x)) := 4;
end M;
