// RUN: causeway check %s
// EXIT: 0
// CHECK: :9:3: warning[FLAT0120]: the units do not agree: left side 'a' has unit "m/s", right side 'F' has unit "N"
// CHECK-NOT: internal
model M
  Real x(unit = "m", start = 0, fixed = true), F(unit = "N") = 1;
  Real a;
equation
  a = F; // <- or
  der(x) = a; // <- this one
end M;
