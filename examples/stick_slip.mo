// An inertia on a dry bearing, pulled by a spring whose end turns at constant speed: it sticks, breaks away at 1.5 N.m, slides
// against 1 N.m, and sticks again.  Break-away at 7.5, 15.11126 and 22.72252 s; at rest it does not creep.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv inertia.phi(7.4) = 0 +- 1e-12
// VALUE: %t.csv inertia.phi(9) = 0.47052026 +- 1e-6
// VALUE: %t.csv inertia.phi(10.2) = 0.76112593 +- 1e-6
// VALUE: %t.csv inertia.phi(15.1) = 0.76112593 +- 1e-6
// VALUE: %t.csv inertia.w(12) = 0 +- 1e-12
// VALUE: %t.csv friction.direction(15.2) = 1 +- 0
// VALUE: %t.csv inertia.phi(20) = 1.5222519 +- 1e-6
// VALUE: %t.csv broke(8) = 7.5 +- 1e-6
// VALUE: %t.csv broke(16) = 15.1112592541 +- 1e-6
// VALUE: %t.csv broke(24) = 22.7225185082 +- 1e-6
model StickSlip "Exact stuck phases"
  import Causeway.Rotational.*;
  extends Causeway.Icons.Experiment;
  ConstantSpeed drive(w0 = 0.1);
  Spring spring(c = 2);
  Inertia inertia(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Friction friction(slide = 1, stick = 1.5);
  discrete Real broke(start = 0, fixed = true, unit = "s") "Time of the last break-away";
equation
  when friction.direction <> 0 then
    broke = time;
  end when;
  connect(drive.flange, spring.a);
  connect(spring.b, inertia.a);
  connect(inertia.b, friction.flange);
  annotation(experiment(StopTime=25, Interval=0.01, Tolerance=1e-9));
end StickSlip;
