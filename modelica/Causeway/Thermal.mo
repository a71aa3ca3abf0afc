within Causeway;
package Thermal "Heat in lumps"
  extends Icons.Library;

  connector Port "A place where heat passes"
    Units.Temperature T "Temperature";
    flow Units.HeatFlowRate Q_flow "Heat flow rate into the component";
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={190,0,0}, fillColor={190,0,0}, fillPattern=FillPattern.Solid)}));
  end Port;

  model Body "A lump of heat capacity"
    extends Icons.Component;
    parameter Units.HeatCapacity C = 1 "Heat capacity";
    Units.Temperature T "Temperature";
    Port port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    T = port.T;
    C*der(T) = port.Q_flow;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={230,230,240}, fillPattern=FillPattern.Solid), Text(extent={{-60,30},{60,-30}}, textString="C", textColor={0,0,120})}));
  end Body;

  partial model TwoPorts "A part between two places"
    extends Icons.Component;
    Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Real dT(unit = "K") "Temperature of a above that of b";
    Units.HeatFlowRate Q "Heat flow from a to b";
  equation
    dT = a.T - b.T;
    a.Q_flow = Q;
    b.Q_flow = -Q;
  end TwoPorts;

  model Conductor "Conduction, or linear convection"
    extends TwoPorts;
    parameter Units.ThermalConductance G = 1 "Conductance";
  equation
    Q = G*dT;
    annotation(Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Conductor;

  model Radiation "Radiation between two bodies"
    extends TwoPorts;
    parameter Real Gr(unit = "m2", min = 0) = 1 "Effective area";
  protected
    constant Real sigma(unit = "W/(m2.K4)") = 5.670374419e-8 "Stefan-Boltzmann constant";
  equation
    Q = Gr*sigma*(a.T^4 - b.T^4);
    annotation(Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Radiation;

  model FixedTemperature "A reservoir"
    extends Icons.Component;
    parameter Units.Temperature T0 = 293.15 "Its temperature";
    Port port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.T = T0;
    annotation(Icon(graphics={Rectangle(extent={{-80,80},{80,-80}}, lineColor={190,0,0}, fillColor={255,220,200}, fillPattern=FillPattern.Solid)}));
  end FixedTemperature;

  model SignalTemperature "A reservoir whose temperature is a signal"
    extends Icons.Component;
    Blocks.RealInput u(unit = "K");
    Port port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.T = u;
    annotation(Icon(graphics={Rectangle(extent={{-80,80},{80,-80}}, lineColor={190,0,0}, fillColor={255,220,200}, fillPattern=FillPattern.Solid)}));
  end SignalTemperature;

  model FixedHeatFlow "A heater"
    extends Icons.Component;
    parameter Units.HeatFlowRate Q0 = 1 "Heat it gives";
    Port port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.Q_flow = -Q0;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end FixedHeatFlow;

  model SignalHeatFlow "A heater with a signal"
    extends Icons.Component;
    Blocks.RealInput u(unit = "W");
    Port port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.Q_flow = -u;
    annotation(Icon(graphics={Polygon(points={{-70,15},{20,15},{20,40},{70,0},{20,-40},{20,-15},{-70,-15},{-70,15}}, lineColor={60,60,60}, fillColor={200,120,40}, fillPattern=FillPattern.Solid)}));
  end SignalHeatFlow;

  model TemperatureSensor "Measures a temperature"
    extends Icons.Component;
    Port port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealOutput y(unit = "K");
  equation
    port.Q_flow = 0;
    y = port.T;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Line(points={{0,0},{30,40}}, color={160,0,0}, thickness=0.5)}));
  end TemperatureSensor;

  model Rod "A rod of n equal lumps, with half a conductance at each end"
    extends Icons.Component;
    parameter Integer n(min = 1) = 10 "Number of lumps";
    parameter Units.HeatCapacity C = 1 "Heat capacity of the whole rod";
    parameter Units.ThermalConductance G = 1 "Conductance from end to end";
    parameter Units.Temperature T0[n] = fill(293.15, n) "Temperatures at the beginning";
    Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Body body[n](each C = C/n, T(start = T0, each fixed = true));
    Conductor inside[n - 1](each G = n*G);
    Conductor left(G = 2*n*G), right(G = 2*n*G);
  equation
    connect(a, left.a);
    connect(left.b, body[1].port);
    for i in 1:n - 1 loop
      connect(body[i].port, inside[i].a);
      connect(inside[i].b, body[i + 1].port);
    end for;
    connect(body[n].port, right.a);
    connect(right.b, b);
    annotation(Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid)}));
  end Rod;
end Thermal;
