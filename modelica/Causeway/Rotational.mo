within Causeway;
package Rotational "Shafts that turn about one axis"
  extends Icons.Library;

  connector Flange "The end of a shaft"
    Units.Angle phi "Angle";
    flow Units.Torque tau "Torque into the component";
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, lineColor={60,60,60}, fillColor={150,150,150}, fillPattern=FillPattern.Solid)}));
  end Flange;

  partial model TwoFlanges "A part between two shafts"
    extends Icons.Component;
    Flange a "Left flange" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Flange b "Right flange" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
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
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.phi = phi0;
    annotation(Icon(graphics={Line(points={{0,60},{0,-60}}, thickness=1), Line(points={{0,60},{-30,30}}), Line(points={{0,20},{-30,-10}}), Line(points={{0,-20},{-30,-50}}), Line(points={{0,0},{100,0}})}));
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
    annotation(Icon(graphics={Rectangle(extent={{-100,8},{100,-8}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.HorizontalCylinder), Rectangle(extent={{-50,60},{50,-60}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Inertia;

  model Spring "A linear spring"
    extends Compliant;
    parameter Units.RotationalStiffness c = 1 "Stiffness";
    parameter Units.Angle phi0 = 0 "Angle at which it is relaxed";
  equation
    tau = c*(phi - phi0);
    annotation(Icon(graphics={Line(points={{-100,0},{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0},{100,0}}, thickness=0.5)}));
  end Spring;

  model Damper "A linear damper"
    extends Compliant;
    parameter Units.RotationalDampingFactor d = 1 "Damping factor";
  equation
    tau = d*der(phi);
    annotation(Icon(graphics={Line(points={{-100,0},{0,0}}), Line(points={{0,25},{0,-25}}, thickness=1), Line(points={{-40,40},{50,40},{50,-40},{-40,-40}}), Line(points={{50,0},{100,0}})}));
  end Damper;

  model Gear "An ideal gear: a turns ratio times as fast as b"
    extends TwoFlanges;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
    annotation(Icon(graphics={Rectangle(extent={{-100,8},{100,-8}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.HorizontalCylinder), Rectangle(extent={{-40,60},{-20,-60}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid), Rectangle(extent={{20,80},{40,-80}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Gear;

  model Friction "Friction against the ground that really sticks"
    extends Icons.Component;
    parameter Units.Torque slide(min = 0) = 1 "Torque of Coulomb friction while sliding";
    parameter Units.Torque stick(min = 0) = slide "Torque it can hold at rest, at least that of sliding";
    parameter Units.RotationalDampingFactor d = 0 "Viscous part";
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
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
    annotation(Icon(graphics={Rectangle(extent={{-100,8},{100,-8}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.HorizontalCylinder), Line(points={{-60,-30},{-30,-60},{0,-30},{30,-60},{60,-30}}, color={160,0,0}, thickness=0.5)}),
      Documentation(info="<html>
<p>While <code>direction</code> is 0 the shaft does not move at all: its acceleration is exactly zero. It leaves that state when the torque
needed to hold it exceeds <code>stick</code>, and comes back when the speed passes zero.</p>
</html>"));
  end Friction;

  model ConstantTorque "A constant torque that drives the shaft forward"
    extends Icons.Component;
    parameter Units.Torque tau0 = 1;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.tau = -tau0;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end ConstantTorque;

  model SignalTorque "A torque given by a signal"
    extends Icons.Component;
    Blocks.RealInput u(unit = "N.m") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.tau = -u;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end SignalTorque;

  model ConstantSpeed "Turns a shaft at constant speed"
    extends Icons.Component;
    parameter Units.AngularVelocity w0 = 1 "Speed";
    parameter Units.Angle phi0 = 0 "Angle at time 0";
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.phi = phi0 + w0*time;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end ConstantSpeed;

  model SpeedSensor "Measures the speed of a shaft"
    extends Icons.Component;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealOutput y(unit = "rad/s") annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    flange.tau = 0;
    y = der(flange.phi);
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Line(points={{0,0},{30,40}}, color={160,0,0}, thickness=0.5)}));
  end SpeedSensor;

  model AngleSensor "Measures the angle of a shaft"
    extends Icons.Component;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealOutput y(unit = "rad") annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    flange.tau = 0;
    y = flange.phi;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Line(points={{0,0},{30,40}}, color={160,0,0}, thickness=0.5)}));
  end AngleSensor;
end Rotational;
