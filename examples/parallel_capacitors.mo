// Parallel capacitors of the 1993 paper: two capacitors, one state; der(y) = i/(C1 + C2), and the current divides as the
// capacitances do.
// RUN: causeway explain %s
// CHECK: states 1
// CHECK: C1.v
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 3.3333333333 +- 1e-6
// FINAL: C1.i = 6.6666666667e-7 +~ 1e-6
// FINAL: C2.i = 3.3333333333e-7 +~ 1e-6
model ParallelCapacitors "Index 2: the voltages of the capacitors are tied together"
  import Causeway.Electrical.*;
  extends Causeway.Icons.Experiment;
  parameter Real i(unit = "A") = 1e-6;
  ConstantCurrent source(I = i);
  Capacitor C1(C = 0.2e-6, v(start = 0, fixed = true));
  Capacitor C2(C = 0.1e-6);
  Ground ground;
  output Real y(unit = "V") = C1.v;
equation
  connect(source.n, C1.p);
  connect(source.n, C2.p);
  connect(C1.n, ground.p);
  connect(C2.n, ground.p);
  connect(source.p, ground.p);
  annotation(experiment(StopTime=1, Tolerance=1e-8));
end ParallelCapacitors;
