within Causeway;
package Translational "Bodies that move along one line"
  extends Icons.Library;

  connector Flange "A point of attachment"
    Units.Position s "Position";
    flow Units.Force f "Force into the component";
  end Flange;

  partial model TwoFlanges "A part between two points"
    extends Icons.Component;
    Flange a "Left flange";
    Flange b "Right flange";
  end TwoFlanges;

  partial model Compliant "A part whose force depends on the distance of its flanges"
    extends TwoFlanges;
    Units.Position s(start = 0) "Distance from a to b";
    Units.Force f "Force that pulls the flanges together";
  equation
    s = b.s - a.s;
    b.f = f;
    a.f = -f;
  end Compliant;

  model Fixed "A wall"
    extends Icons.Component;
    parameter Units.Position s0 = 0 "Where it is";
    Flange flange;
  equation
    flange.s = s0;
  end Fixed;

  model Mass "A body without extension"
    extends TwoFlanges;
    parameter Units.Mass m = 1 "Mass";
    Units.Position s "Position";
    Units.Velocity v "Velocity";
    Units.Acceleration accel "Acceleration";
  equation
    s = a.s;
    s = b.s;
    v = der(s);
    accel = der(v);
    m*accel = a.f + b.f;
  end Mass;

  model Spring "A linear spring"
    extends Compliant;
    parameter Units.Stiffness c = 1 "Stiffness";
    parameter Units.Position s0 = 0 "Length at which it is relaxed";
  equation
    f = c*(s - s0);
  end Spring;

  model Damper "A linear damper"
    extends Compliant;
    parameter Units.DampingFactor d = 1 "Damping factor";
  equation
    f = d*der(s);
  end Damper;

  model SpringDamper "A spring and a damper side by side"
    extends Compliant;
    parameter Units.Stiffness c = 1 "Stiffness";
    parameter Units.DampingFactor d = 1 "Damping factor";
    parameter Units.Position s0 = 0 "Length at which the spring is relaxed";
  equation
    f = c*(s - s0) + d*der(s);
  end SpringDamper;

  model Friction "Friction against the ground that really sticks"
    extends Icons.Component;
    parameter Units.Force slide(min = 0) = 1 "Force of Coulomb friction while sliding";
    parameter Units.Force stick(min = 0) = slide "Force it can hold at rest, at least that of sliding";
    parameter Units.DampingFactor d = 0 "Viscous part";
    Flange flange;
    Units.Velocity v(stateSelect = StateSelect.prefer) "Velocity";
    Units.Force f "Force of friction";
    Integer direction(start = 0, fixed = true) "-1 and 1: sliding that way; 0: stuck";
  equation
    flange.f = f;
    v = der(flange.s);
    // See Rotational.Friction.
    0 = if pre(direction) == 0 then der(v) else f - pre(direction)*slide - d*v;
    when pre(direction) == 0 and f > stick then
      direction = 1;
    elsewhen pre(direction) == 0 and f < -stick then
      direction = -1;
    elsewhen pre(direction)*v < 0 then
      direction = 0;
      reinit(v, 0);
    end when;
  end Friction;

  model ConstantForce "A constant force that pushes forward"
    extends Icons.Component;
    parameter Units.Force f0 = 1;
    Flange flange;
  equation
    flange.f = -f0;
  end ConstantForce;

  model SignalForce "A force given by a signal"
    extends Icons.Component;
    Blocks.RealInput u(unit = "N");
    Flange flange;
  equation
    flange.f = -u;
  end SignalForce;

  model PositionSensor "Measures a position"
    extends Icons.Component;
    Flange flange;
    Blocks.RealOutput y(unit = "m");
  equation
    flange.f = 0;
    y = flange.s;
  end PositionSensor;

  model VelocitySensor "Measures a velocity"
    extends Icons.Component;
    Flange flange;
    Blocks.RealOutput y(unit = "m/s");
  equation
    flange.f = 0;
    y = der(flange.s);
  end VelocitySensor;
end Translational;
