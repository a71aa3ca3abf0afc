// A hot body cools by conduction, another by radiation into a cold room.
// RUN: causeway simulate %s -o %t.csv
// FINAL: cooling.T = 336.78794 +- 1e-3
// FINAL: glowing.T = 175.26739 +- 1e-3
// FINAL: sensor.y = 336.78794 +- 1e-3
// FINAL: heated.T = 301 +- 1e-6
model ThermalParts
  import Causeway.Thermal.*;
  Body cooling(C = 100, T(start = 400, fixed = true));
  Conductor conductor(G = 1);
  FixedTemperature room(T0 = 300), space(T0 = 1e-3);
  TemperatureSensor sensor;
  Body glowing(C = 100, T(start = 400, fixed = true));
  Radiation radiation(Gr = 1);
  Body heated(C = 1000, T(start = 300, fixed = true));
  FixedHeatFlow heater(Q0 = 10);
equation
  connect(cooling.port, conductor.a);
  connect(conductor.b, room.port);
  connect(cooling.port, sensor.port);
  connect(glowing.port, radiation.a);
  connect(radiation.b, space.port);
  connect(heater.port, heated.port);
  annotation(experiment(StopTime=100, Tolerance=1e-8));
end ThermalParts;
