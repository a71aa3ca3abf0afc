// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0601.mo:7:34: error[INST0601]: subscript 4 is outside 1:3
model M
  constant Real table[3] = {1, 2, 3};
  parameter Integer n = 4;
  final parameter Real x = table[n];
  Real y[integer(x)];
end M;
