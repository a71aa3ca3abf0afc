// RUN: causeway check %s
// EXIT: 0
// CHECK: :9:3: warning[FLAT0120]: the units do not agree: left side 'b' has unit "mm", right side 'a' has unit "m"
// CHECK: hint: the dimension is the same, the scale is not: a factor 1000 is missing on the right
model M
  Real a(unit = "m") = 1;
  Real b(unit = "mm");
equation
  b = a; // <- 1000*a
end M;
