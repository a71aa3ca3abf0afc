// RUN: causeway check %s
// EXIT: 2
// CHECK: integer_quotient.mo:7:15: error[INST0590]: value of n: expected Integer, found Real
// CHECK: hint: a/b is a Real; div(a, b) is the whole number
model M
  parameter Integer k = 7;
  Integer n = k/2;
end M;
