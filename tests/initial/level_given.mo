// Mass and energy of a tank are differentiated, and depend on each other through its level: the only one with a start value.  It is
// what was given, rather than a mass of zero, though the mass is the state.
// RUN: causeway simulate %s -o %t.csv --stop 10
// CHECK: too few conditions are given: {{(tank\.)?}}V
// VALUE: %t.csv V(0) = 1.5 +- 1e-9
// VALUE: %t.csv m(0) = 1498.5 +- 1e-9
// FINAL: %t.csv V = 1.51 +- 1e-6
model LevelGiven "1000*V + 1*(0 - V) = m"
  parameter Real V0 = 1.5;
  Real m "Mass of liquid and of vapour that it drives out";
  Real V(start = V0);
  Real liquid, vapour, E, Q;
equation
  liquid = 1000*V;
  vapour = -V;
  m = liquid + vapour;
  E = 10*liquid + vapour*sin(time);
  der(m) = 0.999;
  der(E) = 3 + Q;
end LevelGiven;
