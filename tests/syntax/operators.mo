// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0016]: relations cannot be chained
// CHECK: hint: write: a < b and b < c
// CHECK: error[SYN0016]: '^' cannot be chained
// CHECK: error[SYN0017]: a sign cannot follow another operator directly
// CHECK: hint: put the signed operand in parentheses
// CHECK: error[SYN0021]: 'end' as an expression may stand only inside subscripts
// CHECK: error[SYN0022]: an array constructor needs at least one element
model Operators
  Boolean b = 1 < x < 2;
  Real p = a^b^c;
  Real m = a*-b;
  Real e = 1 + end;
  Real n[0] = {};
end Operators;
