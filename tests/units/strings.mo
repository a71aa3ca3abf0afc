// RUN: causeway check %s
// CHECK: :10:17: warning[FLAT0121]: unit = "kg/m3/" is no unit: '/' does not belong there
// CHECK: :11:17: warning[FLAT0121]: unit = "Nm/radd": there is no unit 'Nm'
// CHECK: :12:17: warning[FLAT0121]: unit = "Ohmm": there is no unit 'Ohmm'
// CHECK: did you mean Ohm?
// CHECK: :13:36: warning[FLAT0122]: displayUnit = "s" of 'd' does not fit its unit "m"
// CHECK-NOT: :14:
// CHECK-NOT: :15:
model Strings
  Real a(unit = "kg/m3/") = 1;
  Real b(unit = "Nm/radd") = 1;
  Real c(unit = "Ohmm") = 1;
  Real d(unit = "m", displayUnit = "s") = 1;
  Real e(unit = "(J/kg)/K", displayUnit = "kJ/(kg.K)") = 1;
  Real f(unit = "m.s-2", displayUnit = "mm/s2") = 1, g(unit = "V.Hz-(1/2)") = 1, h(unit = "K", displayUnit = "degC") = 1;
end Strings;
