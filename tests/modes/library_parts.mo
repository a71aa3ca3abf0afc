// REQUIRES: env CAUSEWAY_MSL
// RUN: for m in HalfWave Bridge Three HBridge Thyristor Buck Boost BuckLight BoostLight; do causeway simulate -L $CAUSEWAY_MSL %s "LibraryParts.$m(near = 0)" -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate -L $CAUSEWAY_MSL %s "LibraryParts.$m(near = 1e-5)" -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway compare b.csv a.csv || exit 1; done
// CHECK: its structure changes
// RUN: causeway simulate -L $CAUSEWAY_MSL %s LibraryParts.Train -o train.csv --tolerance 1e-11
// CHECK: 3 modes, 3 changes
// VALUE: train.csv J1.w(1) = 2 +- 1e-8
// VALUE: train.csv J2.w(2) = 3 +- 1e-8
// VALUE: train.csv J2.w(2.5) = 0 +- 1e-8
// FINAL: train.csv J1.w = 6 +- 1e-8
// RUN: causeway simulate -L $CAUSEWAY_MSL %s LibraryParts.Planetary -o planetary.csv --tolerance 1e-11
// CHECK: 2 modes, 2 changes
// RUN: causeway simulate -L $CAUSEWAY_MSL %s LibraryParts.Pendulum -o pendulum.csv --tolerance 1e-11
// CHECK: 2 modes, 1 changes
// VALUE: pendulum.csv broken(0.5919604859) = 0 +- 0
// VALUE: pendulum.csv broken(0.5919604879) = 1 +- 0
// FINAL: pendulum.csv ball.r_0[1] = -2 +- 1e-8
// FINAL: pendulum.csv ball.r_0[2] = -2 +- 1e-8
// CHECK-NOT: warning[SYM
// TIMEOUT: 600
package LibraryParts "Parts of the standard library: truly ideal circuits, clutches and brakes that lock, a rod that breaks"
  import Modelica.Electrical.Analog.*;
  model HalfWave
    parameter Real near = 0;
    Ideal.IdealDiode d(Ron = near, Goff = near);
    Basic.Resistor r(R = 10);
    Basic.Inductor l(L = 0.01);
    Basic.Ground g;
    Sources.SineVoltage v(V = 20, f = 50);
  equation
    connect(v.p, d.p);
    connect(d.n, r.p);
    connect(r.n, l.p);
    connect(l.n, g.p);
    connect(v.n, g.p);
    annotation(experiment(StopTime=0.1, Interval=1e-5));
  end HalfWave;
  model Bridge
    parameter Real near = 0;
    Ideal.IdealDiode d[4](each Ron = near, each Goff = near);
    Basic.Resistor r(R = 10);
    Basic.Inductor l(L = 1e-3);
    Basic.Capacitor c(C = 1e-3, v(start = 0, fixed = true));
    Basic.Ground g;
    Sources.SineVoltage v(V = 20, f = 50);
  equation
    connect(v.p, l.p);
    connect(l.n, d[1].p);
    connect(d[3].n, d[1].p);
    connect(v.n, d[2].p);
    connect(d[4].n, d[2].p);
    connect(d[1].n, d[2].n);
    connect(d[3].p, d[4].p);
    connect(d[1].n, r.p);
    connect(d[3].p, r.n);
    connect(r.p, c.p);
    connect(r.n, c.n);
    connect(r.n, g.p);
    annotation(experiment(StopTime=0.1, Interval=1e-5));
  end Bridge;
  partial model Conv
    parameter Real near = 0;
    parameter Real R;
    Ideal.IdealClosingSwitch s(Ron = near, Goff = near);
    Ideal.IdealDiode d(Ron = near, Goff = near);
    Modelica.Blocks.Sources.BooleanPulse p(width = 40, period = 1e-3);
    Sources.ConstantVoltage v(V = 10);
    Basic.Resistor r(R = R);
    Basic.Inductor l(L = 1e-3, i(start = 0, fixed = true));
    Basic.Capacitor c(C = 1e-4, v(start = 0, fixed = true));
    Basic.Ground g;
  equation
    connect(p.y, s.control);
    connect(c.p, r.p);
    connect(c.n, g.p);
    connect(r.n, g.p);
    connect(v.n, g.p);
    annotation(experiment(StopTime=0.02, Interval=1e-5));
  end Conv;
  model Buck
    extends Conv(R = 1);
  equation
    connect(v.p, s.p);
    connect(s.n, d.n);
    connect(d.n, l.p);
    connect(l.n, c.p);
    connect(d.p, g.p);
    annotation(experiment(StopTime=0.02, Interval=1e-5));
  end Buck;
  model Boost
    extends Conv(R = 10);
  equation
    connect(v.p, l.p);
    connect(l.n, s.p);
    connect(s.n, g.p);
    connect(l.n, d.p);
    connect(d.n, c.p);
    annotation(experiment(StopTime=0.02, Interval=1e-5));
  end Boost;
  model Three
    parameter Real near = 0;
    Ideal.IdealDiode d[6](each Ron = near, each Goff = near);
    Basic.Resistor r(R = 10);
    Basic.Inductor l[3](each L = 1e-3);
    Basic.Capacitor c(C = 1e-3, v(start = 0, fixed = true));
    Basic.Ground g;
    Sources.SineVoltage v[3](each V = 100, each f = 50, phase = {0, -2.0943951023932, 2.0943951023932});
  equation
    for k in 1:3 loop
      connect(v[k].n, g.p);
      connect(v[k].p, l[k].p);
      connect(l[k].n, d[k].p);
      connect(d[k + 3].n, d[k].p);
      connect(d[k].n, r.p);
      connect(d[k + 3].p, r.n);
    end for;
    connect(r.p, c.p);
    connect(r.n, c.n);
    annotation(experiment(StopTime=0.1, Interval=1e-5));
  end Three;
  model BuckLight "discontinuous conduction"
    extends Buck(R = 50);
    annotation(experiment(StopTime=0.02, Interval=1e-5));
  end BuckLight;
  model BoostLight
    extends Boost(R = 200);
    annotation(experiment(StopTime=0.02, Interval=1e-5));
  end BoostLight;
  model HBridge "full H bridge with ideal switches and free wheeling diodes, RL load"
    parameter Real near = 0;
    Ideal.IdealClosingSwitch s[4](each Ron = near, each Goff = near);
    Ideal.IdealDiode d[4](each Ron = near, each Goff = near);
    Modelica.Blocks.Sources.BooleanPulse p(width = 70, period = 1e-3);
    Modelica.Blocks.Logical.Not n;
    Sources.ConstantVoltage v(V = 10);
    Basic.Resistor r(R = 1);
    Basic.Inductor l(L = 1e-3, i(start = 0, fixed = true));
    Basic.Ground g;
  equation
    connect(p.y, n.u);
    connect(p.y, s[1].control);
    connect(p.y, s[4].control);
    connect(n.y, s[2].control);
    connect(n.y, s[3].control);
    for k in 1:4 loop
      connect(s[k].p, d[k].n);
      connect(s[k].n, d[k].p);
    end for;
    connect(v.p, s[1].p);
    connect(v.p, s[2].p);
    connect(s[1].n, s[3].p);
    connect(s[2].n, s[4].p);
    connect(v.n, s[3].n);
    connect(v.n, s[4].n);
    connect(s[1].n, r.p);
    connect(r.n, l.p);
    connect(l.n, s[2].n);
    connect(v.n, g.p);
    annotation(experiment(StopTime=0.02, Interval=1e-5));
  end HBridge;
  model Thyristor
    parameter Real near = 0;
    Ideal.IdealThyristor t(Ron = near, Goff = near);
    Modelica.Blocks.Sources.BooleanPulse p(width = 10, period = 0.02, startTime = 0.003);
    Sources.SineVoltage v(V = 20, f = 50);
    Basic.Resistor r(R = 10);
    Basic.Inductor l(L = 0.02, i(start = 0));
    Basic.Ground g;
  equation
    connect(p.y, t.fire);
    connect(v.p, t.p);
    connect(t.n, r.p);
    connect(r.n, l.p);
    connect(l.n, g.p);
    connect(v.n, g.p);
    annotation(experiment(StopTime=0.1, Interval=1e-5));
  end Thyristor;
  model IdealClutch "locks without friction parameters"
    extends Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges;
    input Boolean closed;
    Real tau;
    Real w_rel = der(flange_a.phi) - der(flange_b.phi);
  equation
    flange_a.tau = tau;
    flange_b.tau = -tau;
    if closed then
      w_rel = 0;
    else
      tau = 0;
    end if;
  end IdealClutch;
  model IdealBrake
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
    input Boolean closed;
    Real w = der(flange.phi);
  equation
    if closed then
      w = 0;
    else
      flange.tau = 0;
    end if;
  end IdealBrake;
  model Train
    Modelica.Mechanics.Rotational.Components.Inertia J1(J = 1, w(start = 3, fixed = true), phi(start = 0, fixed = true)), J2(J = 2, w(start = 0, fixed = true), phi(start = 0, fixed = true));
    IdealClutch clutch(closed = time >= 1 and time < 2);
    Modelica.Mechanics.Rotational.Sources.ConstantTorque torque(tau_constant = 3);
    IdealBrake brake(closed = time >= 2.5);
  equation
    connect(torque.flange, J1.flange_a);
    connect(J1.flange_b, clutch.flange_a);
    connect(clutch.flange_b, J2.flange_a);
    connect(J2.flange_b, brake.flange);
    annotation(experiment(StopTime=3));
  end Train;
  model Planetary "planetary gear whose ring is braked"
    Modelica.Mechanics.Rotational.Components.IdealPlanetary g(ratio = 2);
    Modelica.Mechanics.Rotational.Components.Inertia sun(J = 1, w(start = 10, fixed = true), phi(start = 0, fixed = true)), ring(J = 2, w(start = 0, fixed = true), phi(start = 0, fixed = true)), carrier(J = 3);
    IdealBrake brake(closed = time >= 1 and time < 2);
    Modelica.Mechanics.Rotational.Sources.ConstantTorque torque(tau_constant = 1);
  equation
    connect(sun.flange_b, g.sun);
    connect(ring.flange_a, g.ring);
    connect(carrier.flange_a, g.carrier);
    connect(ring.flange_b, brake.flange);
    connect(torque.flange, sun.flange_a);
    annotation(experiment(StopTime=3));
  end Planetary;
  model BreakingJoint "two frames that are one, until it breaks"
    extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
    input Boolean broken;
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.R = frame_a.R;
    zeros(3) = frame_a.f + frame_b.f;
    zeros(3) = frame_a.t + frame_b.t + cross(frame_b.r_0 - frame_a.r_0, frame_b.f);
    if broken then
      frame_b.f = zeros(3);
    else
      frame_b.r_0 = frame_a.r_0;
    end if;
  end BreakingJoint;
  model Pendulum
    import Modelica.Mechanics.MultiBody.*;
    inner World world(g = 9.81);
    Joints.Revolute revolute(phi(start = 0, fixed = true), w(start = 0, fixed = true));
    Parts.FixedTranslation rod(r = {1, 0, 0});
    BreakingJoint joint(broken = broken);
    Parts.PointMass ball(m = 1), rest(m = 0.001) "of the rod";
    Boolean broken(start = false, fixed = true);
  equation
    connect(world.frame_b, revolute.frame_a);
    connect(revolute.frame_b, rod.frame_a);
    connect(rod.frame_b, joint.frame_a);
    connect(rod.frame_b, rest.frame_a);
    connect(joint.frame_b, ball.frame_a);
    when ball.frame_a.r_0[1] <= 0 then
      broken = true;
    end when;
    annotation(experiment(StopTime=1.0434841279));
  end Pendulum;
end LibraryParts;
