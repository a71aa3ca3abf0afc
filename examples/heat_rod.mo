// A rod of n lumps between two cold walls, heated in its slowest mode: every lump decays with the same rate
// 4*n^2*G/C*sin(pi/(2*n))^2 = 9.8493275 1/s.
// RUN: causeway simulate %s -o %t.csv
// FINAL: rod.body[10].T = 337.231307 +- 1e-4
// FINAL: rod.body[1].T = 302.930167 +- 1e-4
// FINAL: rod.body[20].T = 302.930167 +- 1e-4
model HeatRod "Arrays of components"
  import Causeway.Thermal.*;
  extends Causeway.Icons.Experiment;
  parameter Integer n = 20 "Number of lumps";
  constant Real pi = 3.141592653589793;
  Rod rod(n = n, C = 1, G = 1, T0 = {300 + 100*sin(pi*(i - 0.5)/n) for i in 1:n});
  FixedTemperature left(T0 = 300), right(T0 = 300);
equation
  connect(left.port, rod.a);
  connect(rod.b, right.port);
  annotation(experiment(StopTime=0.1, Interval=0.001, Tolerance=1e-8));
end HeatRod;
