// A gear joins two inertias: the torque 6 accelerates 1 + 2^2*0.5 at the slow side.
// RUN: causeway simulate %s -o %t.csv
// FINAL: slow.w = 4 +- 1e-6
// FINAL: fast.w = 8 +- 1e-6
// FINAL: angle.y = 4 +- 1e-5
model RotationalParts "Two inertias, two states"
  import Causeway.Rotational.*;
  Inertia fast(J = 0.5);
  Gear gear(ratio = 2);
  Inertia slow(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  ConstantTorque torque(tau0 = 6);
  AngleSensor angle;
equation
  connect(fast.b, gear.a);
  connect(gear.b, slow.a);
  connect(slow.b, torque.flange);
  connect(slow.b, angle.flange);
  annotation(experiment(StopTime=2, Tolerance=1e-8));
end RotationalParts;
