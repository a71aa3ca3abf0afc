// Values in messages have the unit in which a variable is to be shown.
// RUN: causeway simulate %s -o %t.csv --stop 100
// CHECK: warning[RT0042]: 'start' is 5 degC, below its min of 10 degC
// CHECK: 'plain' goes above its max of 1 at time {{.*}}; farthest is 2 at
// CHECK: warning[RT0046]: 'T' goes above its max of 90 degC at time {{.*}}; farthest is {{119.9.*|120}} degC at time 100
model DisplayUnits
  parameter Real start(unit = "K", displayUnit = "degC", min = 283.15) = 278.15;
  Real T(unit = "K", displayUnit = "degC", max = 363.15, start = 293.15, fixed = true);
  Real phi(unit = "rad", displayUnit = "deg", max = 3.141592653589793) = 0.035*time;
  Real plain(max = 1) = 0.02*time;
equation
  der(T) = 1;
end DisplayUnits;
// CHECK: 'phi' goes above its max of 180 deg at time {{.*}}; farthest is 200.535 deg
