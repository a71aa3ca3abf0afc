model M
  type Potential = Real(unit = "V");
  type Voltage = Potential(nominal = 1000);
  Voltage v(displayUnit = "kV") = time;
end M;
