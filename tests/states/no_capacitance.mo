// Capacitances that are zero make no states: what is beside them is found by equations.
// RUN: causeway simulate %s -o %t.csv
// CHECK-NOT: RT0032
// ALWAYS: %t.csv abs({v1} - sin({time})) < 1e-9
// ALWAYS: %t.csv abs({v2} - sin({time})/2) < 1e-9
// RUN: causeway simulate %s -o %t.2.csv -p C1=0.01 --stop 5
// FINAL: %t.2.csv v1 = -0.9616 +- 1e-3
model NoCapacitance
  parameter Real C1 = 0, C2 = 0;
  Real v1, v2, u = sin(time);
equation
  C1*der(v1) + C2*der(v2) = u - v1;
  C2*der(v1) + C1*der(v2) = u/2 - v2;
end NoCapacitance;
