within Causeway;
package Hydraulic "Water in tanks and pipes, quasi-steady"
  extends Icons.Library;

  constant Units.Acceleration g = 9.81;

  connector Flange "An opening"
    Units.Pressure p "Pressure";
    flow Units.VolumeFlowRate q "Flow into the component";
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,90,160}, fillColor={0,120,220}, fillPattern=FillPattern.Solid)}));
  end Flange;

  partial model Fluid "Properties of water"
    constant Units.Density rho = 1000;
    constant Units.KinematicViscosity nu = 1e-6;
  end Fluid;

  model Ambient "The open air"
    extends Icons.Component;
    parameter Units.Pressure p0 = 1e5;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.p = p0;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  end Ambient;

  model Inflow "A given flow into what is connected"
    extends Icons.Pump;
    input Units.VolumeFlowRate q;
    Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.q = -q;
  end Inflow;

  model Tank "Open at the top; the opening at the bottom loses the dynamic pressure of what flows in"
    extends Icons.Vessel;
    extends Fluid;
    parameter Units.Area A = 3 "Cross section";
    parameter Units.Length D = 0.04 "Diameter of the opening at the bottom";
    parameter Real Kcon = 0.5 "Loss of the contraction: 0.5 abrupt, 0.05 smooth";
    parameter Units.Pressure p0 = 1e5;
    Units.Length h(min = 0) "Level";
    Flange top "carries flow only" annotation(Placement(transformation(extent={{-10,90},{10,110}})));
    Flange bottom annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
  protected
    Units.Velocity v = bottom.q/(pi*D^2/4) "of what flows in at the bottom";
    constant Real pi = 3.141592653589793;
  equation
    A*der(h) = top.q + bottom.q;
    top.p = p0;
    bottom.p = p0 + rho*g*h - (if bottom.q < 0 then rho/2*v^2*(1 + Kcon) else 0);
  end Tank;

  model Pipe "Laminar, turbulent, and a straight line between"
    extends Icons.Pipe;
    extends Fluid;
    parameter Units.Length D = 0.04, L = 10;
    parameter Real friction = 0.182 "Coefficient of turbulent friction: half of lambda*Re^(1/4)";
    parameter Units.Length dz = 0 "Height of b above a";
    Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.VolumeFlowRate q "from a to b";
    Units.Velocity v(start = 1) "Mean velocity";
    Units.PressureDifference dp "lost to friction";
  protected
    constant Real pi = 3.141592653589793;
    parameter Real klam = 32*nu*L*rho/D^2, kturb = friction*D^(-5/4)*nu^(1/4)*L*rho;
    parameter Units.Velocity v1 = 2300*nu/D, v2 = 4000*nu/D "Ends of laminar, beginning of turbulent flow";
    parameter Real k2 = (kturb*v2^(7/4) - klam*v1)/(v2 - v1), k1 = k2*v1 - klam*v1;
  equation
    a.q = q;
    b.q = -q;
    q = v*pi*D^2/4;
    dp = a.p - b.p - rho*g*dz;
    dp = if abs(v) < v1 then klam*v elseif abs(v) > v2 then sign(v)*kturb*abs(v)^(7/4) else k2*v - sign(v)*k1;
  end Pipe;
end Hydraulic;
