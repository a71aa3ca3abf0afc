within Causeway;
package Rotational "Shafts that turn about one axis"
  extends Icons.Library;

  connector Flange "The end of a shaft"
    Units.Angle phi "Angle";
    flow Units.Torque tau "Torque into the component";
  end Flange;

  partial model TwoFlanges "A part between two shafts"
    extends Icons.Component;
    Flange a "Left flange";
    Flange b "Right flange";
  end TwoFlanges;

  partial model Compliant "A part whose torque depends on the angle between its flanges"
    extends TwoFlanges;
    Units.Angle phi(start = 0) "Angle of b relative to a";
    Units.Torque tau "Torque that drives the flanges together";
  equation
    phi = b.phi - a.phi;
    b.tau = tau;
    a.tau = -tau;
  end Compliant;

  model Fixed "A wall"
    extends Icons.Component;
    parameter Units.Angle phi0 = 0 "Where it is";
    Flange flange;
  equation
    flange.phi = phi0;
  end Fixed;

  model Inertia "A flywheel"
    extends TwoFlanges;
    parameter Units.MomentOfInertia J = 1 "Moment of inertia";
    Units.Angle phi "Angle";
    Units.AngularVelocity w "Speed";
    Units.AngularAcceleration accel "Acceleration";
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    accel = der(w);
    J*accel = a.tau + b.tau;
  end Inertia;

  model Spring "A linear spring"
    extends Compliant;
    parameter Units.RotationalStiffness c = 1 "Stiffness";
    parameter Units.Angle phi0 = 0 "Angle at which it is relaxed";
  equation
    tau = c*(phi - phi0);
  end Spring;

  model Damper "A linear damper"
    extends Compliant;
    parameter Units.RotationalDampingFactor d = 1 "Damping factor";
  equation
    tau = d*der(phi);
  end Damper;

  model Gear "An ideal gear: a turns ratio times as fast as b"
    extends TwoFlanges;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
  end Gear;

  model Friction "Friction against the ground that really sticks"
    extends Icons.Component;
    parameter Units.Torque slide(min = 0) = 1 "Torque of Coulomb friction while sliding";
    parameter Units.Torque stick(min = 0) = slide "Torque it can hold at rest, at least that of sliding";
    parameter Units.RotationalDampingFactor d = 0 "Viscous part";
    Flange flange;
    Units.AngularVelocity w(stateSelect = StateSelect.prefer) "Speed";
    Units.Torque tau "Torque of friction";
    Integer direction(start = 0, fixed = true) "-1 and 1: sliding that way; 0: stuck";
  protected
    constant Units.Torque unitTorque = 1;
    constant Units.AngularAcceleration unitAcceleration = 1;
  equation
    flange.tau = tau;
    w = der(flange.phi);
    // At rest the torque is whatever keeps the acceleration zero; it is an unknown, bounded by break-away.
    0 = if pre(direction) == 0 then der(w)/unitAcceleration else (tau - pre(direction)*slide - d*w)/unitTorque;
    when pre(direction) == 0 and tau > stick then
      direction = 1;
    elsewhen pre(direction) == 0 and tau < -stick then
      direction = -1;
    elsewhen pre(direction)*w < 0 then
      direction = 0;
      reinit(w, 0);
    end when;
    annotation(Documentation(info="<html>
<p>While <code>direction</code> is 0 the shaft does not move at all: its acceleration is exactly zero. It leaves that state when the torque
needed to hold it exceeds <code>stick</code>, and comes back when the speed passes zero.</p>
</html>"));
  end Friction;

  model ConstantTorque "A constant torque that drives the shaft forward"
    extends Icons.Component;
    parameter Units.Torque tau0 = 1;
    Flange flange;
  equation
    flange.tau = -tau0;
  end ConstantTorque;

  model SignalTorque "A torque given by a signal"
    extends Icons.Component;
    Blocks.RealInput u(unit = "N.m");
    Flange flange;
  equation
    flange.tau = -u;
  end SignalTorque;

  model ConstantSpeed "Turns a shaft at constant speed"
    extends Icons.Component;
    parameter Units.AngularVelocity w0 = 1 "Speed";
    parameter Units.Angle phi0 = 0 "Angle at time 0";
    Flange flange;
  equation
    flange.phi = phi0 + w0*time;
  end ConstantSpeed;

  model SpeedSensor "Measures the speed of a shaft"
    extends Icons.Component;
    Flange flange;
    Blocks.RealOutput y(unit = "rad/s");
  equation
    flange.tau = 0;
    y = der(flange.phi);
  end SpeedSensor;

  model AngleSensor "Measures the angle of a shaft"
    extends Icons.Component;
    Flange flange;
    Blocks.RealOutput y(unit = "rad");
  equation
    flange.tau = 0;
    y = flange.phi;
  end AngleSensor;
end Rotational;
