// RUN: causeway check %s
// EXIT: 0
// CHECK: :6:36: warning[FLAT0122]: displayUnit = "s" of 'x' does not fit its unit "m"
// CHECK: hint: a display unit measures the same quantity: mm for m, degC for K
model M
  Real x(unit = "m", displayUnit = "s") = 1; // <- mm
end M;
