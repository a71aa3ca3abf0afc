// Equal variables with different fixed starts: both are named with unit and display unit.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: error[SYM0101]
// CHECK: b is fixed to 310 K at the start and a to 300 K (26.85 degC)
model ValuesContradict
  Real a(start = 300, fixed = true, unit = "K", displayUnit = "degC");
  Real b(start = 310, fixed = true, unit = "K");
equation
  der(a) = -1;
  a = b;
end ValuesContradict;
