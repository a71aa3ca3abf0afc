within Causeway;
package FluidPower "Oil hydraulics: pumps, cylinders, valves, long lines"
  extends Icons.Library;

  partial model Oil "Properties of the oil"
    parameter Units.Density rho = 860 "Density";
    parameter Units.Pressure bulk = 1.4e9 "Bulk modulus";
    parameter Units.KinematicViscosity nu = 40e-6 "Kinematic viscosity";
  end Oil;

  partial model TwoPorts "A part through which one flow passes"
    extends Oil;
    Hydraulic.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Hydraulic.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.VolumeFlowRate q "From a to b";
    Units.PressureDifference dp "Pressure of a above that of b";
  equation
    a.q = q;
    b.q = -q;
    dp = a.p - b.p;
  end TwoPorts;

  function orificeFlow "Turbulent flow of an orifice, laminar near zero, without a singularity"
    extends Icons.Function;
    input Units.PressureDifference dp;
    input Units.Area A "Open area";
    input Units.Density rho;
    input Units.PressureDifference dpLaminar "Below this difference the flow is laminar";
    input Real Cd = 0.611 "Discharge coefficient";
    output Units.VolumeFlowRate q;
  algorithm
    q := Cd*A*sqrt(2/rho)*dp/(dp^2 + dpLaminar^2)^0.25;
    annotation(Inline = true, smoothOrder = 10);
  end orificeFlow;

  model Tank "Oil at ambient pressure"
    extends Icons.Vessel;
    parameter Units.Pressure p0 = 0 "Pressure, relative to the air";
    Hydraulic.Flange port annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    port.p = p0;
  end Tank;

  model PressureSource "Oil at a given pressure"
    extends Icons.Pump;
    Blocks.RealInput u(unit = "Pa") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Hydraulic.Flange port annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.p = u;
  end PressureSource;

  model FlowSource "A given flow from a to b"
    extends Icons.Pump;
    extends TwoPorts;
    Blocks.RealInput u(unit = "m3/s") annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
  equation
    q = u;
  end FlowSource;

  model Pump "A pump or motor of constant displacement, with leakage and friction"
    extends Icons.Pump;
    extends TwoPorts;
    parameter Real displacement(unit = "m3") = 20e-6 "Volume of a turn";
    parameter Real leakage(unit = "m3/(s.Pa)") = 1e-13 "Leakage from b to a by pressure";
    parameter Units.RotationalDampingFactor friction = 1e-3 "Viscous friction";
    Rotational.Flange shaft annotation(Placement(transformation(extent={{-10,90},{10,110}})));
    Units.AngularVelocity w "Speed";
  protected
    constant Real turn(unit = "rad") = 6.283185307179586;
  equation
    w = der(shaft.phi);
    q = displacement*w/turn + leakage*dp;
    shaft.tau = -displacement/turn*dp + friction*w;
  end Pump;

  model Volume "Oil under pressure in a fixed volume"
    extends Icons.Vessel;
    extends Oil;
    parameter Real V(unit = "m3") = 1e-3 "Volume";
    parameter Units.Pressure p0 = 0 "Pressure at the beginning";
    Hydraulic.Flange port annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    parameter Boolean given = true "p0 is the pressure at the beginning; false where another volume at the same node says it" annotation(Evaluate = true);
    Units.Pressure p(start = p0, fixed = given);
  equation
    port.p = p;
    V/bulk*der(p) = port.q;
  end Volume;

  model Accumulator "A bladder of gas in oil"
    extends Icons.Vessel;
    parameter Real V0(unit = "m3") = 1e-3 "Volume of the gas when empty of oil";
    parameter Units.Pressure precharge = 50e5 "Pressure of the gas when empty of oil";
    parameter Real n = 1.2 "Polytropic exponent";
    Hydraulic.Flange port annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Real V(unit = "m3", start = 1e-4, fixed = true) "Oil inside";
  equation
    der(V) = port.q;
    port.p = precharge*(V0/(V0 - V))^n;
  end Accumulator;

  model Orifice "A fixed orifice"
    extends Icons.Valve;
    extends TwoPorts;
    parameter Units.Length d = 1e-3 "Diameter";
    parameter Units.PressureDifference dpLaminar = 1e4 "Laminar below this difference";
  protected
    constant Real pi = 3.141592653589793;
  equation
    q = orificeFlow(dp, pi*d^2/4, rho, dpLaminar);
  end Orifice;

  model Line "A long line of n segments: elasticity, inertia, laminar friction"
    extends Icons.Pipe;
    extends Oil;
    parameter Integer n(min = 1) = 15 "Segments";
    parameter Units.Length L = 3 "Length";
    parameter Units.Length d = 0.01 "Diameter";
    parameter Units.Pressure p0 = 0 "Pressure at the beginning";
    Hydraulic.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Hydraulic.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Pressure p[n](each start = p0, each fixed = true) "At the end of a segment";
    Units.VolumeFlowRate q[n](each start = 0, each fixed = true) "Into a segment";
  protected
    constant Real pi = 3.141592653589793;
    parameter Units.Area A = pi*d^2/4;
    parameter Units.Length dx = L/n;
    parameter Real friction(unit = "Pa.s/m4") = 128*rho*nu/(pi*d^4) "Of Hagen and Poiseuille, by length";
  equation
    a.q = q[1];
    b.p = p[n];
    rho*dx/A*der(q[1]) = a.p - p[1] - friction*dx*q[1];
    for i in 2:n loop
      rho*dx/A*der(q[i]) = p[i - 1] - p[i] - friction*dx*q[i];
      A*dx/bulk*der(p[i - 1]) = q[i - 1] - q[i];
    end for;
    A*dx/bulk*der(p[n]) = q[n] + b.q;
    annotation(Icon(graphics={Line(points={{-60,25},{-60,-25}}), Line(points={{-20,25},{-20,-25}}), Line(points={{20,25},{20,-25}}), Line(points={{60,25},{60,-25}})}));
  end Line;

  model CheckValve "Lets oil pass from a to b"
    extends Icons.Valve;
    extends TwoPorts;
    parameter Units.PressureDifference opens = 5e4 "Pressure at which it begins to open";
    parameter Units.PressureDifference range = 5e4 "Pressure above that at which it is open";
    parameter Units.Area A = 1e-5 "Open area";
    parameter Real leakage = 1e-6 "Area closed, by area open";
  equation
    q = orificeFlow(dp, A*min(1, max(leakage, (dp - opens)/range)), rho, 1e4);
    annotation(Icon(graphics={Line(points={{60,60},{60,-60}}, color={0,90,160}, thickness=1)}));
  end CheckValve;

  model ReliefValve "Opens in proportion to the pressure above its setting, with a lag"
    extends Icons.Valve;
    extends TwoPorts;
    parameter Units.PressureDifference setting = 200e5 "Pressure at which it begins to open";
    parameter Units.PressureDifference range = 10e5 "Pressure above that at which it is open";
    parameter Units.Area A = 2e-5 "Open area";
    parameter Real leakage = 1e-6 "Area closed, by area open";
    parameter Units.Time tau = 2e-3 "Time constant of the spool";
    Real x(start = 0, fixed = true) "Opening";
  equation
    tau*der(x) = min(1, max(0, (dp - setting)/range)) - x;
    q = orificeFlow(dp, A*max(leakage, x), rho, 1e4);
  end ReliefValve;

  model ProportionalValve "Opens with a signal"
    extends Icons.Valve;
    extends TwoPorts;
    parameter Units.Area A = 1e-5 "Open area";
    parameter Real leakage = 1e-6 "Area closed, by area open";
    parameter Units.Time tau = 5e-3 "Time constant of the spool";
    Blocks.RealInput u "0 closed, 1 open" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
    Real x(start = 0, fixed = true) "Opening";
  equation
    tau*der(x) = min(1, max(0, u)) - x;
    q = orificeFlow(dp, A*max(leakage, x), rho, 1e4);
  end ProportionalValve;

  model DirectionalValve "4/3-way: u > 0 joins P with A and B with T, u < 0 P with B and A with T"
    extends Icons.Box;
    extends Oil;
    parameter Units.Area area = 1e-5 "Open area of an edge";
    parameter Real leakage = 1e-6 "Area closed, by area open";
    parameter Units.Time tau = 5e-3 "Time constant of the spool";
    Hydraulic.Flange P annotation(Placement(transformation(extent={{-50,-110},{-30,-90}})));
    Hydraulic.Flange T annotation(Placement(transformation(extent={{30,-110},{50,-90}})));
    Hydraulic.Flange A annotation(Placement(transformation(extent={{-50,90},{-30,110}})));
    Hydraulic.Flange B annotation(Placement(transformation(extent={{30,90},{50,110}})));
    Blocks.RealInput u "-1 to 1" annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Real x(start = 0, fixed = true) "Position of the spool";
    Units.VolumeFlowRate pa, pb, at, bt;
  equation
    tau*der(x) = min(1, max(-1, u)) - x;
    pa = orificeFlow(P.p - A.p, area*max(leakage, x), rho, 1e4);
    bt = orificeFlow(B.p - T.p, area*max(leakage, x), rho, 1e4);
    pb = orificeFlow(P.p - B.p, area*max(leakage, -x), rho, 1e4);
    at = orificeFlow(A.p - T.p, area*max(leakage, -x), rho, 1e4);
    P.q = pa + pb;
    A.q = at - pa;
    B.q = bt - pb;
    T.q = -at - bt;
    annotation(Icon(graphics={Line(points={{-40,-60},{-40,60}}, arrow={Arrow.None,Arrow.Filled}), Line(points={{40,60},{40,-60}}, arrow={Arrow.None,Arrow.Filled})}));
  end DirectionalValve;

  model Cylinder "A piston with chambers on both sides"
    extends Icons.Box;
    extends Oil;
    parameter Units.Length stroke = 0.5;
    parameter Units.Area Aa = 2e-3 "Area on the side of a";
    parameter Units.Area Ab = 1.2e-3 "Area on the side of b";
    parameter Real dead(unit = "m3") = 1e-5 "Volume of a chamber at the end of the stroke";
    parameter Units.Mass m = 10 "Mass of the piston";
    parameter Units.DampingFactor d = 500 "Viscous friction";
    parameter Real leakage(unit = "m3/(s.Pa)") = 1e-13 "From chamber to chamber";
    parameter Units.Stiffness stop = 1e8 "Of the ends";
    parameter Units.Position s0 = 0.1 "Position at the beginning";
    parameter Units.Pressure pa0 = 0, pb0 = 0 "Pressures at the beginning";
    Hydraulic.Flange a annotation(Placement(transformation(extent={{-80,-80},{-60,-60}})));
    Hydraulic.Flange b annotation(Placement(transformation(extent={{60,-80},{80,-60}})));
    Translational.Flange rod annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Position s(start = s0, fixed = true) "Position of the piston, 0 to stroke";
    Units.Velocity v(start = 0, fixed = true);
    Units.Pressure pa(start = pa0, fixed = true), pb(start = pb0, fixed = true);
    Units.Force force "Of both pressures";
    Units.Force ends "Of the stops";
  equation
    rod.s = s;
    v = der(s);
    a.p = pa;
    b.p = pb;
    (dead + Aa*max(0, s))/bulk*der(pa) = a.q - Aa*v - leakage*(pa - pb);
    (dead + Ab*max(0, stroke - s))/bulk*der(pb) = b.q + Ab*v + leakage*(pa - pb);
    force = Aa*pa - Ab*pb;
    ends = if s < 0 then -stop*s elseif s > stroke then -stop*(s - stroke) else 0;
    m*der(v) = force + ends - d*v + rod.f;
    annotation(Icon(graphics={Rectangle(extent={{-20,55},{0,-55}}, fillColor={120,120,120}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{0,10},{100,-10}}, fillColor={120,120,120}, fillPattern=FillPattern.Solid)}));
  end Cylinder;

  model PressureSensor "Measures a pressure"
    extends Icons.Sensor;
    Hydraulic.Flange port annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Blocks.RealOutput y(unit = "Pa") annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.q = 0;
    y = port.p;
  end PressureSensor;

  function nozzle "Mass flow of a gas through a restriction, relative to C*A*sqrt(2*p1*rho1)"
    extends Icons.Function;
    input Real r "Pressure behind by pressure before, 0 to 1";
    input Real k = 1.4 "Isentropic exponent";
    output Real Phi;
  algorithm
    Phi := if r > (2/(k + 1))^(k/(k - 1)) then sqrt(max(0, k/(k - 1)*(r^(2/k) - r^((k + 1)/k)))) else (2/(k + 1))^(1/(k - 1))*sqrt(k/(k + 1));
    annotation(Documentation(info="<html><p>Soejima and Matsuba (2002). At the critical ratio, 0.528282 for k = 1.4, both branches give 0.484178.</p></html>"));
  end nozzle;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model TestingMachine "A cylinder pulls a specimen; a proportional valve in the by-pass controls the force"
      extends Icons.Experiment;
      parameter Real gain(unit = "1/N") = 2e-5 "Proportional gain";
      Rotational.ConstantSpeed motor(w0 = 150);
      Pump pump(displacement = 10e-6);
      Tank tank;
      Volume pressure(V = 5e-4, given = false);
      ReliefValve relief(setting = 180e5);
      ProportionalValve bypass(A = 3e-5);
      Cylinder cylinder(s0 = 0.1);
      Translational.Spring specimen(c = 5e6, s0 = 0.1);
      Translational.Fixed wall(s0 = 0);
      Units.Force wanted = 10000 + (if time < 2 then 0 else 5000*sin(6.283185307179586*0.5*(time - 2)));
      Units.Force force = specimen.f "In the specimen";
      Real x(start = 0, fixed = true) "Integral part";
    equation
      connect(motor.flange, pump.shaft);
      connect(tank.port, pump.a);
      connect(pump.b, pressure.port);
      connect(pump.b, relief.a);
      connect(relief.b, tank.port);
      connect(pump.b, bypass.a);
      connect(bypass.b, tank.port);
      connect(pump.b, cylinder.a);
      connect(cylinder.b, tank.port);
      connect(wall.flange, specimen.a);
      connect(specimen.b, cylinder.rod);
      der(x) = 20*gain*(force - wanted);
      bypass.u = gain*(force - wanted) + x;
      annotation(experiment(StopTime = 10, Tolerance = 1e-6), Documentation(info="<html><p>After C. Clau&szlig;, P. Beater: <em>Multidomain Systems: Electronic, Hydraulic, and
Mechanical Subsystems of an Universal Testing Machine</em> (2002). The data are ours.</p></html>"));
    end TestingMachine;

    model TwoOrifices "Two orifices in series with a small volume of oil between, and without"
      extends Icons.Experiment;
      parameter Real V(unit = "m3") = 1e-6 "Volume between";
      PressureSource source;
      Tank tank;
      Orifice one(d = 2e-3), two(d = 1e-3), one0(d = 2e-3), two0(d = 1e-3);
      Volume between(V = V);
      Units.VolumeFlowRate q = two.q, q0 = two0.q;
    equation
      source.u = 50e5*(1 + 0.5*sin(6.283185307179586*5*time));
      connect(source.port, one.a);
      connect(one.b, between.port);
      connect(between.port, two.a);
      connect(two.b, tank.port);
      connect(source.port, one0.a);
      connect(one0.b, two0.a);
      connect(two0.b, tank.port);
      annotation(experiment(StopTime = 1), Documentation(info="<html><p>Schlegel, Bross and Beater (2002), figure 11: for a shrinking volume the flow tends to that of the algebraic system.</p></html>"));
    end TwoOrifices;

    model LongLine "A valve closes at the end of a 3 m line: the quarter wave"
      extends Icons.Experiment;
      PressureSource source;
      Line line(n = 15, L = 3, nu = 5e-6, bulk = 1.4534e9, p0 = 50e5);
      ProportionalValve valve(tau = 1e-4, A = 1e-5, leakage = 1e-9);
      Tank tank;
      Units.Velocity sound = sqrt(line.bulk/line.rho) "1300 m/s";
      Units.Frequency f = sound/(4*line.L) "Of the quarter wave";
      Units.PressureDifference swing = line.p[15] - 50e5;
    equation
      source.u = 50e5;
      connect(source.port, line.a);
      connect(line.b, valve.a);
      connect(valve.b, tank.port);
      valve.u = if time < 0.1 then 1 else 0;
      annotation(experiment(StopTime = 0.3, Interval = 1e-4, Tolerance = 1e-6), Documentation(info="<html><p>The long lines of Soejima and Matsuba (2002): 15 segments of 0.2 m, speed of sound 1300 m/s.</p></html>"));
    end LongLine;

    model Drive "A pump, a directional valve and a cylinder that goes out and comes back"
      extends Icons.Experiment;
      Rotational.ConstantSpeed motor(w0 = 150);
      Pump pump(displacement = 20e-6);
      Tank tank;
      Volume pressure(V = 1e-3);
      ReliefValve relief(setting = 100e5);
      DirectionalValve valve;
      Cylinder cylinder;
      Translational.Mass load(m = 200, s(start = 0.1), v(start = 0));
    equation
      connect(motor.flange, pump.shaft);
      connect(tank.port, pump.a);
      connect(pump.b, pressure.port);
      connect(pump.b, relief.a);
      connect(relief.b, tank.port);
      connect(pressure.port, valve.P);
      connect(valve.T, tank.port);
      connect(valve.A, cylinder.a);
      connect(valve.B, cylinder.b);
      connect(cylinder.rod, load.a);
      valve.u = if time < 0.5 then 0 elseif time < 2 then 0.5 elseif time < 2.5 then 0 elseif time < 4 then -0.5 else 0;
      annotation(experiment(StopTime = 5, Tolerance = 1e-6));
    end Drive;
  end Examples;
end FluidPower;
