// A tank of 3 m2 with 5 m of water empties through a pipe of 10 m and 4 cm: after 6589 s with the friction as printed in the paper and an
// abrupt opening, after 5973 s with Blasius's and a smooth one (the paper's figure: about 6000 s).
// RUN: causeway simulate %s -o %t.csv
// CHECK: the tank is empty
// FINAL: %t.csv time = 6589 +- 2
// RUN: causeway simulate %s -o %t.smooth.csv -p tank.Kcon=0.05
// FINAL: %t.smooth.csv time = 6365 +- 2
// RUN: causeway simulate %s -o %t.blasius.csv -p pipe.friction=0.1582
// FINAL: %t.blasius.csv time = 6212 +- 2
// RUN: causeway simulate %s -o %t.both.csv -p pipe.friction=0.1582 -p tank.Kcon=0.05
// FINAL: %t.both.csv time = 5973 +- 2
model EmptyingTank "Ends when there is nothing left"
  import Causeway.Hydraulic.*;
  extends Causeway.Icons.Experiment;
  Tank tank(h(start = 5, fixed = true));
  Pipe pipe;
  Ambient outlet;
  Inflow dry(q = 0);
equation
  connect(tank.bottom, pipe.a);
  connect(pipe.b, outlet.flange);
  connect(dry.flange, tank.top);
  when tank.h < 1.4e-4 then // the laminar end takes forever
    terminate("the tank is empty");
  end when;
  annotation(experiment(StopTime = 20000, Interval = 50, Tolerance = 1e-8));
end EmptyingTank;
