within Causeway;
package Electrical "Analogue circuits and the electric side of machines"
  extends Icons.Library;

  connector Pin "A point of a circuit"
    Units.Voltage v "Potential";
    flow Units.Current i "Current into the component";
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,160}, fillColor={0,0,200}, fillPattern=FillPattern.Solid)}));
  end Pin;

  partial model TwoPin "A part between two pins"
    extends Icons.Component;
    Pin p "Positive pin" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin n "Negative pin" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Voltage v "Voltage from p to n";
    Units.Current i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Ground "Zero potential; every circuit has one"
    extends Icons.Component;
    Pin p annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    p.v = 0;
    annotation(Icon(graphics={Line(points={{-100,0},{0,0},{0,-20}}, color={0,0,160}), Line(points={{-50,-20},{50,-20}}, color={0,0,160}, thickness=0.5), Line(points={{-30,-40},{30,-40}}, color={0,0,160}, thickness=0.5), Line(points={{-10,-60},{10,-60}}, color={0,0,160}, thickness=0.5)}));
  end Ground;

  model Resistor "v = R*i"
    extends TwoPin;
    parameter Units.Resistance R = 1 "Resistance";
  equation
    v = R*i;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Rectangle(extent={{-70,25},{70,-25}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  end Resistor;

  model Capacitor "C*der(v) = i"
    extends TwoPin;
    parameter Units.Capacitance C = 1 "Capacitance";
  equation
    C*der(v) = i;
    annotation(Icon(graphics={Line(points={{-100,0},{-10,0}}, color={0,0,160}), Line(points={{10,0},{100,0}}, color={0,0,160}), Line(points={{-10,40},{-10,-40}}, color={0,0,160}, thickness=1), Line(points={{10,40},{10,-40}}, color={0,0,160}, thickness=1)}));
  end Capacitor;

  model Inductor "L*der(i) = v"
    extends TwoPin;
    parameter Units.Inductance L = 1 "Inductance";
  equation
    L*der(i) = v;
    annotation(Icon(graphics={Line(points={{-100,0},{-60,0},{-45,25},{-30,0},{-15,25},{0,0},{15,25},{30,0},{45,25},{60,0},{100,0}}, color={0,0,160}, thickness=0.5)}));
  end Inductor;

  model Diode "Conducts in one direction: a small resistance on, a small conductance off"
    extends TwoPin;
    parameter Units.Resistance Ron = 1e-5 "Resistance when it conducts";
    parameter Units.Conductance Goff = 1e-5 "Conductance when it blocks";
    Boolean on "It conducts";
  protected
    Real s "Runs along the characteristic: current when on, voltage when off";
  equation
    on = s > 0;
    v = if on then Ron*s else s;
    i = if on then s else Goff*s;
    annotation(Icon(graphics={Line(points={{-100,0},{100,0}}, color={0,0,160}), Polygon(points={{-30,40},{30,0},{-30,-40},{-30,40}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Line(points={{30,40},{30,-40}}, color={0,0,160}, thickness=0.5)}));
  end Diode;

  model Switch "Closed while the condition holds"
    extends TwoPin;
    parameter Units.Resistance Ron = 1e-5 "Resistance when closed";
    parameter Units.Conductance Goff = 1e-5 "Conductance when open";
    Blocks.BooleanInput closed;
  equation
    v = if closed then Ron*i else i/Goff;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Line(points={{-70,0},{60,40}}, color={0,0,160}, thickness=0.5)}));
  end Switch;

  model ConstantVoltage "A battery"
    extends TwoPin;
    parameter Units.Voltage V = 1;
  equation
    v = V;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="=", textColor={0,0,160})}));
  end ConstantVoltage;

  model SineVoltage "Alternating voltage"
    extends TwoPin;
    parameter Units.Voltage V = 1 "Amplitude";
    parameter Units.Frequency f = 50 "Frequency";
    parameter Units.Angle phase = 0;
  protected
    constant Real pi = 3.141592653589793;
  equation
    v = V*sin(2*pi*f*time + phase);
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="~", textColor={0,0,160})}));
  end SineVoltage;

  model SignalVoltage "A voltage given by a signal"
    extends TwoPin;
    Blocks.RealInput u(unit = "V");
  equation
    v = u;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="V", textColor={0,0,160})}));
  end SignalVoltage;

  model ConstantCurrent "A constant current, flowing through the source from p to n"
    extends TwoPin;
    parameter Units.Current I = 1;
  equation
    i = I;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="I", textColor={0,0,160})}));
  end ConstantCurrent;

  model SignalCurrent "A current given by a signal"
    extends TwoPin;
    Blocks.RealInput u(unit = "A");
  equation
    i = u;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="I", textColor={0,0,160})}));
  end SignalCurrent;

  model VoltageSensor "Measures without taking current"
    extends TwoPin;
    Blocks.RealOutput y(unit = "V");
  equation
    i = 0;
    y = v;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="V", textColor={0,0,160})}));
  end VoltageSensor;

  model CurrentSensor "Measures without a voltage drop"
    extends TwoPin;
    Blocks.RealOutput y(unit = "A");
  equation
    v = 0;
    y = i;
    annotation(Icon(graphics={Line(points={{-100,0},{-70,0}}, color={0,0,160}), Line(points={{70,0},{100,0}}, color={0,0,160}), Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,160}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-50,40},{50,-40}}, textString="A", textColor={0,0,160})}));
  end CurrentSensor;

  model Motor "Turns current into torque, speed into voltage"
    extends TwoPin;
    parameter Units.MotorConstant k = 1 "Torque by current, and voltage by speed";
    Rotational.Flange flange;
    Units.AngularVelocity w "Speed of the shaft";
  equation
    w = der(flange.phi);
    v = k*w;
    flange.tau = -k*i;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-60,30},{60,-30}}, textString="M", textColor={0,0,120})}));
  end Motor;
end Electrical;
