within Causeway;
package PowerSystems "Networks of machines, lines and loads as phasors: stability in seconds"
  extends Icons.Library;

  connector Bus "A node of the network, by unit"
    Real vr(start = 1), vi(start = 0) "Voltage in a frame that turns with the nominal frequency";
    flow Real ir, ii "Current into the component";
    annotation(Icon(graphics={Rectangle(extent={{-30,100},{30,-100}}, fillColor={0,0,0}, fillPattern=FillPattern.Solid)}));
  end Bus;

  record System "Base of the quantities by unit"
    extends Icons.Record;
    parameter Units.Power S(displayUnit = "MW") = 100e6 "Base of power";
    parameter Units.Frequency f = 60;
  end System;

  partial model TwoBuses "A part between two nodes"
    extends Icons.Box;
    Bus a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Bus b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  end TwoBuses;

  model Node "A node with a name, whose voltage is shown"
    extends Icons.Component;
    Bus bus annotation(Placement(transformation(extent={{-10,-10},{10,10}})));
    Real V "Magnitude", angle(unit = "deg");
  equation
    bus.ir = 0;
    bus.ii = 0;
    V = sqrt(bus.vr^2 + bus.vi^2);
    angle = atan2(bus.vi, bus.vr)*57.29577951308232;
    annotation(Icon(graphics={Rectangle(extent={{-100,10},{100,-10}}, fillColor={0,0,0}, fillPattern=FillPattern.Solid)}));
  end Node;

  model InfiniteBus "A network so large that its voltage stands"
    extends Icons.Component;
    parameter Real V = 1;
    parameter Units.Angle angle = 0;
    Bus bus annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    bus.vr = V*cos(angle);
    bus.vi = V*sin(angle);
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={0,0,0}, fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Text(extent={{-50,40},{50,-40}}, textString="oo")}));
  end InfiniteBus;

  model Line "A line: impedance, half of the charging at each end; open between two instants"
    extends TwoBuses;
    parameter Real r = 0.01, x = 0.1, b1 = 0 "Resistance, reactance, charging susceptance, by unit";
    parameter Units.Time opens = 1e30, closes = 2e30 "The breakers of both ends";
    Boolean open = time >= opens and time < closes;
    Real ir, ii "From a to b through the impedance";
    Real P "Power into a";
  equation
    if open then
      ir = 0;
      ii = 0;
      a.ir = 0;
      a.ii = 0;
      b.ir = 0;
      b.ii = 0;
    else
      a.vr - b.vr = r*ir - x*ii;
      a.vi - b.vi = r*ii + x*ir;
      a.ir = ir - b1/2*a.vi;
      a.ii = ii + b1/2*a.vr;
      b.ir = -ir - b1/2*b.vi;
      b.ii = -ii + b1/2*b.vr;
    end if;
    P = a.vr*a.ir + a.vi*a.ii;
    annotation(Icon(graphics={Line(points={{-90,0},{90,0}}, thickness=0.5)}));
  end Line;

  model Transformer "Leakage behind an ideal ratio on side a"
    extends TwoBuses;
    parameter Real r = 0, x = 0.1 "By unit of the system";
    parameter Real tap = 1 "Voltage of a by that of b without load";
    Real ir, ii "Into the leakage";
  equation
    a.vr/tap - b.vr = r*ir - x*ii;
    a.vi/tap - b.vi = r*ii + x*ir;
    a.ir = ir/tap;
    a.ii = ii/tap;
    b.ir = -ir;
    b.ii = -ii;
    annotation(Icon(graphics={Ellipse(extent={{-60,40},{20,-40}}), Ellipse(extent={{-20,40},{60,-40}})}));
  end Transformer;

  model Load "Constant impedance, current and power in given parts; regular where the voltage goes to zero"
    extends Icons.Component;
    parameter Real P0 = 1, Q0 = 0.2 "At V0, by unit";
    parameter Real V0 = 1;
    parameter Real pz = 0, pi = 1, pp = 0 "Parts of the active power that are impedance, current, power";
    parameter Real qz = 1, qi = 0, qp = 0 "... of the reactive power";
    parameter Real Vmin = 0.5 "Below this voltage all of it is an impedance";
    Bus bus annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Real V, P, Q;
  protected
    Real v "Voltage by V0, at least Vmin";
    Real gp, gq "Conductance and susceptance that draw P and Q";
  equation
    V = sqrt(bus.vr^2 + bus.vi^2);
    v = noEvent(max(Vmin, V/V0));
    // With the power divided by the square of the voltage nothing is singular at zero.
    gp = P0/V0^2*(pz + pi/v + pp/v^2);
    gq = Q0/V0^2*(qz + qi/v + qp/v^2);
    bus.ir = gp*bus.vr + gq*bus.vi;
    bus.ii = gp*bus.vi - gq*bus.vr;
    P = gp*V^2;
    Q = gq*V^2;
    annotation(Icon(graphics={Polygon(points={{-60,50},{40,0},{-60,-50},{-60,50}}, lineColor={0,0,0}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  end Load;

  model Fault "A resistance to ground between two instants"
    extends Icons.Component;
    parameter Units.Time begins = 1, ends = 1.1;
    parameter Real R = 0, X = 1e-4 "Of the fault, by unit";
    Bus bus annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Boolean on = time >= begins and time < ends;
  equation
    if on then
      bus.vr = R*bus.ir - X*bus.ii;
      bus.vi = R*bus.ii + X*bus.ir;
    else
      bus.ir = 0;
      bus.ii = 0;
    end if;
    annotation(Icon(graphics={Polygon(points={{0,80},{-30,0},{0,0},{-10,-80},{40,20},{10,20},{0,80}}, lineColor={200,0,0}, fillColor={255,80,0}, fillPattern=FillPattern.Solid)}));
  end Fault;

  partial model Machine "A synchronous machine: the part that all orders share"
    extends Icons.Machine;
    parameter Units.Power Sn(displayUnit = "MW") = 900e6 "Rating: base of its own data";
    parameter System system;
    parameter Units.Time H = 6.5 "Inertia constant";
    parameter Real D = 0 "Damping, by unit";
    parameter Real Ra = 0.0025, xd = 1.8, xq = 1.7, xd1 = 0.3, xq1 = 0.55 "Reactances, by unit of the machine";
    parameter Units.Time Td0 = 8, Tq0 = 0.4 "Time constants of the open machine";
    parameter Real P0 = 7 "Active power at the beginning, by unit of the system";
    parameter Real V0 = 1 "Voltage at the beginning";
    parameter Units.Angle angle0 = 0 "Angle at the beginning: that of the slack, else a guess";
    parameter Boolean slack = false "The angle is given, the power follows" annotation(Evaluate = true);
    Bus bus annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Blocks.RealInput Efd "Field voltage" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
    Blocks.RealInput Pm "Mechanical power, by unit of the machine" annotation(Placement(transformation(extent={{-20,-130},{20,-90}}, rotation=90)));
    Blocks.RealOutput V "Voltage of the terminals" annotation(Placement(transformation(extent={{100,40},{120,60}})));
    Blocks.RealOutput w(start = 1) "Speed" annotation(Placement(transformation(extent={{100,-60},{120,-40}})));
    Units.Angle delta(start = angle0 + 0.6) "Of the rotor";
    Real vd, vq, id(start = 0.5), iq(start = 0.6), Pe(start = 0.7) "By unit of the machine";
    Real P "By unit of the system", Q;
  protected
    Real k = Sn/system.S;
    constant Units.Time second = 1;
  equation
    bus.vr = vd*sin(delta) + vq*cos(delta);
    bus.vi = -vd*cos(delta) + vq*sin(delta);
    -bus.ir = k*(id*sin(delta) + iq*cos(delta));
    -bus.ii = k*(-id*cos(delta) + iq*sin(delta));
    V = sqrt(bus.vr^2 + bus.vi^2);
    P = -(bus.vr*bus.ir + bus.vi*bus.ii);
    Q = -(bus.vi*bus.ir - bus.vr*bus.ii);
    Pe = vd*id + vq*iq + Ra*(id^2 + iq^2);
    der(delta) = 2*3.141592653589793*system.f*(w - 1);
    2*H*der(w) = Pm - Pe - D*(w - 1);
  initial equation
    w = 1;
    der(w) = 0;
    V = V0;
    if slack then
      atan2(bus.vi, bus.vr) = angle0;
    else
      P = P0;
    end if;
  end Machine;

  model Generator4 "Fourth order: angle, speed, transient voltages of both axes"
    extends Machine;
    Real e1q(start = 1), e1d(start = 0.2);
  equation
    vq = e1q - Ra*iq - xd1*id;
    vd = e1d - Ra*id + xq1*iq;
    Td0*der(e1q) = Efd - e1q - (xd - xd1)*id;
    Tq0*der(e1d) = -e1d + (xq - xq1)*iq;
  initial equation
    der(e1q) = 0;
    der(e1d) = 0;
    annotation(Icon(graphics={Text(extent={{-50,50},{50,-50}}, textString="G4")}));
  end Generator4;

  model Generator6 "Sixth order: with subtransient voltages"
    extends Machine;
    parameter Real xd2 = 0.25, xq2 = 0.25;
    parameter Units.Time Td02 = 0.03, Tq02 = 0.05;
    Real e1q(start = 1), e1d(start = 0.2), e2q(start = 1), e2d(start = 0.2);
  equation
    vq = e2q - Ra*iq - xd2*id;
    vd = e2d - Ra*id + xq2*iq;
    Td0*der(e1q) = Efd - e1q - (xd - xd1)*id;
    Tq0*der(e1d) = -e1d + (xq - xq1)*iq;
    Td02*der(e2q) = e1q - e2q - (xd1 - xd2)*id;
    Tq02*der(e2d) = e1d - e2d + (xq1 - xq2)*iq;
  initial equation
    der(e1q) = 0;
    der(e1d) = 0;
    der(e2q) = 0;
    der(e2d) = 0;
    annotation(Icon(graphics={Text(extent={{-50,50},{50,-50}}, textString="G6")}));
  end Generator6;

  block AVR "Keeps a voltage: measurement, gain, limits; the set value follows from the beginning"
    extends Icons.Block;
    parameter Real K = 200, Efdmin = -6.4, Efdmax = 7;
    parameter Units.Time T = 0.01 "Of the measurement", Ta = 0.001 "Of the exciter";
    Blocks.RealInput V annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput pss "Signal of the stabiliser" annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Blocks.RealOutput Efd(start = 2) annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real Vm(start = 1) "Measured";
    parameter Real Vref(fixed = false, start = 1) "Set value";
  equation
    T*der(Vm) = V - Vm;
    Ta*der(Efd) = min(Efdmax, max(Efdmin, K*(Vref - Vm + pss))) - Efd;
  initial equation
    der(Vm) = 0;
    // K*(Vref - Vm) without the limits, so that the set value is never lost in them.
    Efd = K*(Vref - Vm + pss);
  end AVR;

  block ConstantField "Field voltage as it was"
    extends Icons.Block;
    Blocks.RealOutput Efd annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    parameter Real Efd0(fixed = false, start = 2);
  equation
    Efd = Efd0;
  end ConstantField;

  block Governor "A droop, a servo and a turbine; the set value follows from the beginning"
    extends Icons.Block;
    parameter Real droop = 0.05;
    parameter Units.Time Tg = 0.2 "Servo", Tt = 0.5 "Turbine";
    parameter Boolean active = true "False: constant power" annotation(Evaluate = true);
    Blocks.RealInput w annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealOutput Pm(start = 0.7) annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real gate(start = 0.7);
    parameter Real Pref(fixed = false, start = 0.7);
  equation
    Tg*der(gate) = Pref - (if active then (w - 1)/droop else 0) - gate;
    Tt*der(Pm) = gate - Pm;
  initial equation
    der(gate) = 0;
    der(Pm) = 0;
  end Governor;

  block PSS "K*s*Tw/(1+s*Tw) * (1+s*T1)/(1+s*T2) * (1+s*T3)/(1+s*T4)"
    extends Icons.Block;
    parameter Real K = 20;
    parameter Units.Time Tw = 10, T1 = 0.05, T2 = 0.02, T3 = 3, T4 = 5.4;
    parameter Real limit = 0.2;
    Blocks.RealInput w annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealOutput y annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real x1(start = 0), x2(start = 0), x3(start = 0), washed, first, second;
  equation
    Tw*der(x1) = w - 1 - x1;
    washed = K*(w - 1 - x1);
    T2*der(x2) = washed - x2;
    first = x2 + T1*(washed - x2)/T2;
    T4*der(x3) = first - x3;
    second = x3 + T3*(first - x3)/T4;
    y = min(limit, max(-limit, second));
  initial equation
    der(x1) = 0;
    der(x2) = 0;
    der(x3) = 0;
    annotation(Documentation(info="<html><p>Hongesombut, Mitani and Tsuji (2002) write T1 = T3 = gamma/delta, T2 = T4 = 1/(delta*gamma).</p></html>"));
  end PSS;

  model Plant "A machine with exciter, governor and stabiliser"
    extends Icons.Machine;
    parameter Units.Time H = 6.5;
    parameter Real P0 = 7, V0 = 1;
    parameter Units.Angle angle0 = 0;
    parameter Boolean slack = false annotation(Evaluate = true);
    parameter Real Kpss = 0;
    parameter Units.Time Ta = 0.3 "T1 and T3 of the stabiliser", Tb = 0.1 "T2 and T4";
    parameter Real Kavr = 200;
    Bus bus annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Generator6 machine(H = H, P0 = P0, V0 = V0, angle0 = angle0, slack = slack);
    AVR avr(K = Kavr);
    Governor governor(active = false);
    PSS pss(K = Kpss, T1 = Ta, T3 = Ta, T2 = Tb, T4 = Tb);
    Real w = machine.w;
  equation
    connect(bus, machine.bus);
    connect(machine.V, avr.V);
    connect(avr.Efd, machine.Efd);
    connect(machine.w, governor.w);
    connect(governor.Pm, machine.Pm);
    connect(machine.w, pss.w);
    connect(pss.y, avr.pss);
  end Plant;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model OneMachine "A machine on an infinite bus survives a fault"
      extends Icons.Experiment;
      Generator4 machine(P0 = 6, V0 = 1, D = 2);
      ConstantField field;
      Governor governor(active = false);
      Transformer transformer(x = 0.15/9);
      Line line1(r = 0, x = 0.05), line2(r = 0, x = 0.05, opens = 1.1);
      Fault fault(begins = 1, ends = 1.1);
      InfiniteBus network(V = 1);
    equation
      connect(field.Efd, machine.Efd);
      connect(machine.w, governor.w);
      connect(governor.Pm, machine.Pm);
      connect(machine.bus, transformer.a);
      connect(transformer.b, line1.a);
      connect(transformer.b, line2.a);
      connect(line1.b, network.bus);
      connect(line2.b, network.bus);
      connect(fault.bus, transformer.b);
      annotation(experiment(StopTime = 10, Interval = 0.01));
    end OneMachine;

    model TwoAreas "Four machines in two areas: a fault at 1 s, a line opens at 1.1 s and closes at 2.5 s"
      extends Icons.Experiment;
      parameter Real K[4] = {20, 20, 17.791, 18.319} "Gains of the stabilisers: method 1 of the paper";
      parameter Units.Time Ta[4] = {0.331, 0.107, 0.127, 0.201} "T1 and T3";
      parameter Units.Time Tb[4] = {0.139, 0.291, 0.153, 0.055} "T2 and T4";
      parameter Boolean disturbed = true annotation(Evaluate = true);
      Plant G1(P0 = 7, V0 = 1.03, angle0 = 0.353, Kpss = K[1], Ta = Ta[1], Tb = Tb[1]);
      Plant G2(P0 = 7, V0 = 1.01, angle0 = 0.183, Kpss = K[2], Ta = Ta[2], Tb = Tb[2]);
      Plant G3(H = 6.175, P0 = 7.19, V0 = 1.03, angle0 = -0.1187, slack = true, Kpss = K[3], Ta = Ta[3], Tb = Tb[3]);
      Plant G4(H = 6.175, P0 = 7, V0 = 1.01, angle0 = -0.297, Kpss = K[4], Ta = Ta[4], Tb = Tb[4]);
      Transformer T1(x = 0.15/9), T2(x = 0.15/9), T3(x = 0.15/9), T4(x = 0.15/9);
      Line L56(r = 0.0025, x = 0.025, b1 = 0.04375), L67(r = 0.001, x = 0.01, b1 = 0.0175);
      Line L78a(r = 0.011, x = 0.11, b1 = 0.1925), L78b(r = 0.011, x = 0.11, b1 = 0.1925, opens = if disturbed then 1.1 else 1e30, closes = 2.5);
      Line L89a(r = 0.011, x = 0.11, b1 = 0.1925), L89b(r = 0.011, x = 0.11, b1 = 0.1925);
      Line L910(r = 0.001, x = 0.01, b1 = 0.0175), L1011(r = 0.0025, x = 0.025, b1 = 0.04375);
      Load load7(P0 = 9.67, Q0 = 1 - 2*0.961^2, V0 = 0.961), load9(P0 = 17.67, Q0 = 1 - 3.5*0.971^2, V0 = 0.971);
      Fault fault(begins = if disturbed then 1 else 1e30, ends = 1.1);
      Node bus7, bus9;
      output Real w12 = G1.w - G2.w, w13 = G1.w - G3.w, w14 = G1.w - G4.w;
      Real F(start = 0, fixed = true) "Integral of the squares, weighted with the time";
    equation
      connect(G1.bus, T1.a);
      connect(G2.bus, T2.a);
      connect(G3.bus, T3.a);
      connect(G4.bus, T4.a);
      connect(T1.b, L56.a);
      connect(L56.b, L67.a);
      connect(T2.b, L67.a);
      connect(L67.b, L78a.a);
      connect(L67.b, L78b.a);
      connect(L78a.b, L89a.a);
      connect(L78b.b, L89b.a);
      connect(L78a.b, L78b.b);
      connect(L89a.b, L910.a);
      connect(L89b.b, L910.a);
      connect(L910.b, L1011.a);
      connect(T4.b, L910.b);
      connect(T3.b, L1011.b);
      connect(load7.bus, L67.b);
      connect(load9.bus, L910.a);
      connect(fault.bus, L67.b);
      connect(bus7.bus, L67.b);
      connect(bus9.bus, L910.a);
      der(F) = (w12^2 + w13^2 + w14^2)*time;
      annotation(experiment(StopTime = 10, Interval = 0.01, Tolerance = 1e-7), Documentation(info="<html><p>The two-area system of Kundur (1994, example 12.6) with the stabilisers of
Hongesombut, Mitani and Tsuji (2002), table 2.</p></html>"));
    end TwoAreas;

    model VoltageCollapse "A load of constant power behind a fault that brings its voltage to zero"
      extends Icons.Experiment;
      InfiniteBus network;
      Line line(r = 0.01, x = 0.1);
      Load load(P0 = 1.5, Q0 = 0.3, pp = 1, pi = 0, qp = 1, qz = 0);
      Fault fault(begins = 1, ends = 1.07, R = 0.0005);
    equation
      connect(network.bus, line.a);
      connect(line.b, load.bus);
      connect(line.b, fault.bus);
      annotation(experiment(StopTime = 2, Interval = 0.005));
    end VoltageCollapse;
  end Examples;
  annotation(Documentation(info="<html><p>After K. Hongesombut, Y. Mitani, K. Tsuji: <em>An Incorporated Use of Genetic Algorithm and a Modelica Library for Simultaneous Tuning of Power System
Stabilizers</em> (2nd International Modelica Conference, 2002).</p></html>"));
end PowerSystems;
