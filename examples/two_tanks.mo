// Two tanks joined by a pipe at their bottoms, after the process library of Fabricius and Badreddin: levels of 8 and 2 m meet at 5 m, through turbulent,
// transitional and laminar flow.  With an inflow of 0.01 m3/s into the second tank from 1000 s on the flow turns round when
// the levels cross: at 1596 s with the friction as printed, 1560 s with Blasius's; both with a smooth opening 25 s earlier.
// RUN: causeway simulate %s -o %t.plain.csv -p step=0 --stop 5000
// VALUE: %t.plain.csv left.h(1000) = 6.447 +- 1e-3
// VALUE: %t.plain.csv right.h(1000) = 3.553 +- 1e-3
// VALUE: %t.plain.csv left.h(3600) = 5 +- 2e-3
// ALWAYS: %t.plain.csv abs({left.h} + {right.h} - 10) < 1e-6
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv crossing = 1596 +- 1.5
// FINAL: %t.csv left.h = 6.179 +- 1e-3
// FINAL: %t.csv right.h = 7.154 +- 1e-3
// VALUE: %t.csv pipe.q(1500) = 0.0008 +- 0.0004
// ALWAYS: %t.csv ({time} < 1605) == ({pipe.q} >= 0) or 1590 < {time} < 1610
// RUN: causeway simulate %s -o %t.smooth.csv -p Kcon=0.05
// FINAL: %t.smooth.csv crossing = 1571 +- 1.5
// FINAL: %t.smooth.csv left.h = 6.161 +- 1e-3
// RUN: causeway simulate %s -o %t.blasius.csv -p friction=0.1582
// FINAL: %t.blasius.csv crossing = 1560 +- 1.5
// FINAL: %t.blasius.csv right.h = 7.177 +- 1e-3
// RUN: causeway simulate %s -o %t.both.csv -p friction=0.1582 -p Kcon=0.05
// FINAL: %t.both.csv crossing = 1533 +- 1.5
// FINAL: %t.both.csv left.h = 6.139 +- 1e-3
model TwoTanks "Flow that turns round"
  import Causeway.Hydraulic.*;
  extends Causeway.Icons.Experiment;
  parameter Real Kcon = 0.5, friction = 0.182, step = 0.01;
  Tank left(h(start = 8, fixed = true), Kcon = Kcon), right(h(start = 2, fixed = true), Kcon = Kcon);
  Pipe pipe(friction = friction);
  Inflow inflow(q = if time < 1000 then 0 else step), dry(q = 0);
  discrete Real crossing(start = 0, fixed = true) "Time at which the levels are equal";
equation
  connect(left.bottom, pipe.a);
  connect(pipe.b, right.bottom);
  connect(inflow.flange, right.top);
  connect(dry.flange, left.top);
  when right.h > left.h then
    crossing = time;
  end when;
  annotation(experiment(StopTime = 2000, Interval = 10, Tolerance = 1e-8));
end TwoTanks;
