// RUN: causeway flatten %s
// CHECK: Real v(unit = "V", displayUnit = "kV", nominal = 1000.0);
model M
  type Potential = Real(unit = "V");
  type Voltage = Potential(nominal = 1000);
  Voltage v(displayUnit = "kV") = time;
end M;
