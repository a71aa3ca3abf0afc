// RUN: causeway check %s
// EXIT: 0
// CHECK: :7:24: warning[FLAT0120]: the units do not agree: 'L' has unit "m", its value 'F' has unit "N"
// CHECK-NOT: internal
model M
  parameter Real F(unit = "N") = 3;
  Real L(unit = "m") = F; // <- N is not m
end M;
