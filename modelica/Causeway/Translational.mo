within Causeway;
package Translational "Bodies that move along one line"
  extends Icons.Library;

  connector Flange "A point of attachment"
    Units.Position s "Position";
    flow Units.Force f "Force into the component";
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,120,0}, fillColor={0,160,0}, fillPattern=FillPattern.Solid)}));
  end Flange;

  partial model TwoFlanges "A part between two points"
    extends Icons.Component;
    Flange a "Left flange" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Flange b "Right flange" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
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
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.s = s0;
    annotation(Icon(graphics={Line(points={{0,60},{0,-60}}, thickness=1), Line(points={{0,60},{-30,30}}), Line(points={{0,20},{-30,-10}}), Line(points={{0,-20},{-30,-50}}), Line(points={{0,0},{100,0}})}));
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
    annotation(Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Mass;

  model Spring "A linear spring"
    extends Compliant;
    parameter Units.Stiffness c = 1 "Stiffness";
    parameter Units.Position s0 = 0 "Length at which it is relaxed";
  equation
    f = c*(s - s0);
    annotation(Icon(graphics={Line(points={{-100,0},{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0},{100,0}}, thickness=0.5)}));
  end Spring;

  model Damper "A linear damper"
    extends Compliant;
    parameter Units.DampingFactor d = 1 "Damping factor";
  equation
    f = d*der(s);
    annotation(Icon(graphics={Line(points={{-100,0},{0,0}}), Line(points={{0,25},{0,-25}}, thickness=1), Line(points={{-40,40},{50,40},{50,-40},{-40,-40}}), Line(points={{50,0},{100,0}})}));
  end Damper;

  model SpringDamper "A spring and a damper side by side"
    extends Compliant;
    parameter Units.Stiffness c = 1 "Stiffness";
    parameter Units.DampingFactor d = 1 "Damping factor";
    parameter Units.Position s0 = 0 "Length at which the spring is relaxed";
  equation
    f = c*(s - s0) + d*der(s);
    annotation(Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end SpringDamper;

  model Friction "Friction against the ground that really sticks"
    extends Icons.Component;
    parameter Units.Force slide(min = 0) = 1 "Force of Coulomb friction while sliding";
    parameter Units.Force stick(min = 0) = slide "Force it can hold at rest, at least that of sliding";
    parameter Units.DampingFactor d = 0 "Viscous part";
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
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
    annotation(Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Friction;

  model ConstantForce "A constant force that pushes forward"
    extends Icons.Component;
    parameter Units.Force f0 = 1;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.f = -f0;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end ConstantForce;

  model SignalForce "A force given by a signal"
    extends Icons.Component;
    Blocks.RealInput u(unit = "N");
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.f = -u;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end SignalForce;

  model PositionSensor "Measures a position"
    extends Icons.Component;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealOutput y(unit = "m");
  equation
    flange.f = 0;
    y = flange.s;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Line(points={{0,0},{30,40}}, color={160,0,0}, thickness=0.5)}));
  end PositionSensor;

  model VelocitySensor "Measures a velocity"
    extends Icons.Component;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealOutput y(unit = "m/s");
  equation
    flange.f = 0;
    y = der(flange.s);
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Line(points={{0,0},{30,40}}, color={160,0,0}, thickness=0.5)}));
  end VelocitySensor;
end Translational;
