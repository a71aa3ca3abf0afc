within Causeway;
package PowerQuality "Three phases as curves: harmonics, converters, instruments"
  extends Icons.Library;

  connector Plug "Three pins, as of a polyphase plug"
    Electrical.Pin pin[3];
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,0,160}, fillColor={170,170,255}, fillPattern=FillPattern.Solid)}));
  end Plug;

  partial model TwoPlugs "A part in each of three phases"
    extends Icons.Box;
    Plug a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Plug b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Voltage v[3] "From a to b";
    Units.Current i[3] "From a to b";
  equation
    v = a.pin.v - b.pin.v;
    i = a.pin.i;
    a.pin.i + b.pin.i = zeros(3);
  end TwoPlugs;

  model Resistor "Three equal or different resistors"
    extends TwoPlugs;
    parameter Units.Resistance R[3] = fill(1, 3);
  equation
    for k in 1:3 loop
      v[k] = R[k]*i[k];
    end for;
  end Resistor;

  model Inductor "Three inductors"
    extends TwoPlugs;
    parameter Units.Inductance L[3] = fill(1e-3, 3);
  equation
    for k in 1:3 loop
      v[k] = L[k]*der(i[k]);
    end for;
  end Inductor;

  model Capacitor "Three capacitors"
    extends TwoPlugs;
    parameter Units.Capacitance C[3] = fill(1e-5, 3);
  equation
    for k in 1:3 loop
      C[k]*der(v[k]) = i[k];
    end for;
  end Capacitor;

  model Filter "A tuned passive filter: inductor, capacitor and resistor in series"
    extends TwoPlugs;
    parameter Units.Inductance L = 2e-3;
    parameter Units.Capacitance C = 2e-4;
    parameter Units.Resistance R = 0.05;
    Units.Voltage vc[3](each start = 0, each fixed = true) "Of the capacitors";
  equation
    for k in 1:3 loop
      C*der(vc[k]) = i[k];
      v[k] = L*der(i[k]) + R*i[k] + vc[k];
    end for;
  end Filter;

  model Switch "An ideal switch as a curve of a parameter, three phases alike"
    extends TwoPlugs;
    parameter Units.Time OnTime = 0 "Closes";
    parameter Units.Resistance Ron = 1e-5;
    parameter Units.Conductance Goff = 1e-5;
    Boolean on = time >= OnTime;
  protected
    Real s[3];
    constant Units.Voltage unitV = 1;
    constant Units.Current unitI = 1;
  equation
    for k in 1:3 loop
      v[k] = s[k]*unitV*(if on then Ron*unitI/unitV else 1);
      i[k] = s[k]*unitI*(if on then 1 else Goff*unitV/unitI);
    end for;
  end Switch;

  model Star "The star point"
    extends Icons.Component;
    Plug plug annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Electrical.Pin pin "Of the star" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    plug.pin.v = fill(pin.v, 3);
    sum(plug.pin.i) + pin.i = 0;
    annotation(Icon(graphics={Line(points={{-90,0},{0,0}}), Line(points={{0,0},{60,60}}), Line(points={{0,0},{60,-60}}), Line(points={{0,0},{90,0}})}));
  end Star;

  model IsolatedStar "A star point that is connected with nothing"
    extends Icons.Component;
    Plug plug annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    plug.pin[1].v = plug.pin[2].v;
    plug.pin[2].v = plug.pin[3].v;
    sum(plug.pin.i) = 0;
  end IsolatedStar;

  model Source "Fundamental, opposite sequence and harmonics, against a star point"
    extends TwoPlugs;
    parameter Units.Frequency f = 50;
    parameter Units.Voltage V = 325 "Amplitude of the fundamental", V_opposite = 0 "... of the opposite sequence";
    parameter Units.Angle Ph = 0, Ph_opposite = 0 "Phases";
    parameter Real N_harmonic[:] = {0, 0} "Orders";
    parameter Units.Voltage V_harmonic[size(N_harmonic, 1)] = zeros(size(N_harmonic, 1)) "Amplitudes";
    parameter Units.Angle Ph_harmonic[size(N_harmonic, 1)] = zeros(size(N_harmonic, 1)) "Phases";
  protected
    constant Real pi = 3.141592653589793;
    Real wt = 2*pi*f*time;
  equation
    for k in 1:3 loop
      v[k] = V*cos(wt - 2*pi*(k - 1)/3 + Ph) + V_opposite*cos(wt + 2*pi*(k - 1)/3 + Ph_opposite)
        + V_harmonic*cos(N_harmonic*(wt - 2*pi*(k - 1)/3) + Ph_harmonic);
    end for;
    annotation(Icon(graphics={Ellipse(extent={{-40,40},{40,-40}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-30,30},{30,-30}}, textString="~")}));
  end Source;

  model DiodeBridge "Six ideal diodes"
    extends Icons.Box;
    parameter Units.Resistance Ron = 1e-5;
    parameter Units.Conductance Goff = 1e-5;
    Plug ac annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Electrical.Pin p annotation(Placement(transformation(extent={{90,30},{110,50}})));
    Electrical.Pin n annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    Electrical.Diode upper[3](each Ron = Ron, each Goff = Goff), lower[3](each Ron = Ron, each Goff = Goff);
  equation
    for k in 1:3 loop
      connect(ac.pin[k], upper[k].p);
      connect(upper[k].n, p);
      connect(lower[k].n, ac.pin[k]);
      connect(lower[k].p, n);
    end for;
    annotation(Icon(graphics={Polygon(points={{-30,30},{30,0},{-30,-30},{-30,30}}), Line(points={{30,30},{30,-30}})}));
  end DiodeBridge;

  model Inverter "A pulse inverter as space vectors: six active states and zero"
    extends Icons.Box;
    parameter Units.Inductance L = 5e-3;
    parameter Units.Resistance R = 0.5;
    parameter Units.Capacitance C = 1e-3;
    parameter Units.Voltage ud0 = 600;
    input Integer n(min = 0, max = 6) "Switching state" annotation(Dialog);
    input Units.Voltage us[2] "Voltage of the network, as a space vector";
    input Units.Current iL "Current of the load on the direct side";
    Units.Current i[2](each start = 0, each fixed = true) "Space vector of the current";
    Units.Voltage ud(start = ud0, fixed = true) "Of the capacitor";
    Units.Voltage uw[2] "Of the inverter";
  protected
    Units.Angle phi;
    Real active;
  equation
    active = if n == 0 then 0 else 1;
    phi = (n - 1)*3.141592653589793/3;
    uw = 2/3*active*ud*{cos(phi), sin(phi)};
    L*der(i) = us - uw - R*i;
    C*der(ud) = 3/2*active*(i[1]*cos(phi) + i[2]*sin(phi)) - iL;
    annotation(Documentation(info="<html><p>Kalaschnikow (2002): <code>L*di/dt = us - uw - R*i</code>, <code>C*dud/dt = 3/2*sigma*Re(i*exp(-j*(n-1)*pi/3)) - iL</code>,
<code>uw = 2/3*sigma*ud*exp(j*(n-1)*pi/3)</code>.</p></html>"));
  end Inverter;

  function spaceVector "Of three phases"
    extends Icons.Function;
    input Real u[3];
    output Real s[2];
  algorithm
    s := {2/3*(u[1] - u[2]/2 - u[3]/2), (u[2] - u[3])/sqrt(3)};
    annotation(Inline = true, smoothOrder = 10);
  end spaceVector;

  block Instrument "Root mean square, harmonics and distortion of the period before"
    extends Icons.Block;
    parameter Units.Frequency f = 50 "Fundamental";
    parameter Integer n = 13 "Harmonics";
    Blocks.RealInput u annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    discrete Blocks.RealOutput rms(start = 0, fixed = true) annotation(Placement(transformation(extent={{100,50},{120,70}})));
    discrete Blocks.RealOutput thd(start = 0, fixed = true) "Harmonics by fundamental" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    discrete Real amplitude[n](each start = 0, each fixed = true);
    discrete Units.Angle phase[n](each start = 0, each fixed = true) "Of a cosine";
    discrete Real mean(start = 0, fixed = true);
  protected
    constant Real pi = 3.141592653589793;
    Real a[n](each start = 0, each fixed = true), b[n](each start = 0, each fixed = true), q(start = 0, fixed = true), m(start = 0, fixed = true);
  equation
    for k in 1:n loop
      der(a[k]) = 2*f*u*cos(2*pi*f*k*time);
      der(b[k]) = 2*f*u*sin(2*pi*f*k*time);
    end for;
    der(q) = f*u^2;
    der(m) = f*u;
    when sample(1/f, 1/f) then
      rms = sqrt(max(0, pre(q)));
      mean = pre(m);
      for k in 1:n loop
        amplitude[k] = sqrt(pre(a[k])^2 + pre(b[k])^2);
        phase[k] = atan2(-pre(b[k]), pre(a[k]));
        reinit(a[k], 0);
        reinit(b[k], 0);
      end for;
      thd = sqrt(max(0, sum(amplitude[k]^2 for k in 2:n)))/max(1e-12, amplitude[1]);
      reinit(q, 0);
      reinit(m, 0);
    end when;
    annotation(Icon(graphics={Line(points={{-60,-50},{-60,40}}, thickness=1), Line(points={{-20,-50},{-20,0}}, thickness=1), Line(points={{20,-50},{20,-20}}, thickness=1), Line(points={{60,-50},{60,-35}}, thickness=1)}));
  end Instrument;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model DistortedSource "A source with known harmonics: the instrument must find them"
      extends Icons.Experiment;
      Source source(V = 325, V_opposite = 10, N_harmonic = {5, 7, 11}, V_harmonic = {20, 15, 8}, Ph_harmonic = {0.5, 1, 0});
      Resistor load;
      IsolatedStar star;
      Electrical.Ground ground;
      Instrument meter;
      parameter Real exact = sqrt(20^2 + 15^2 + 8^2)/335 "In phase 1 both sequences add";
      Star neutral;
    equation
      connect(source.a, load.a);
      connect(load.b, star.plug);
      connect(source.b, neutral.plug);
      connect(neutral.pin, ground.p);
      meter.u = source.v[1];
      annotation(experiment(StopTime = 0.1, Tolerance = 1e-8));
    end DistortedSource;

    model Rectifier "A bridge with a stiff direct current: harmonics of 1/k"
      extends Icons.Experiment;
      Source source(V = 325);
      Star neutral;
      Electrical.Ground ground;
      DiodeBridge bridge;
      Electrical.Inductor L(L = 1, i(start = 50, fixed = true));
      Electrical.Resistor R(R = 537.5/50);
      Instrument meter;
      Real h5 = meter.amplitude[5]/max(1e-9, meter.amplitude[1])*5, h7 = meter.amplitude[7]/max(1e-9, meter.amplitude[1])*7 "About 1";
    equation
      connect(source.b, neutral.plug);
      connect(neutral.pin, ground.p);
      connect(source.a, bridge.ac);
      connect(bridge.p, L.p);
      connect(L.n, R.p);
      connect(R.n, bridge.n);
      meter.u = -source.i[1];
      annotation(experiment(StopTime = 0.1, Interval = 1e-4, Tolerance = 1e-7));
    end Rectifier;

    model FilteredRectifier "Filters for the fifth and seventh harmonic beside the bridge"
      extends Icons.Experiment;
      Source source(V = 325);
      Star neutral;
      Electrical.Ground ground;
      Inductor network(L = fill(0.5e-3, 3));
      Resistor losses(R = fill(0.02, 3));
      DiodeBridge bridge;
      Filter five(L = 1/(2*3.141592653589793*250)^2/2e-4, C = 2e-4), seven(L = 1/(2*3.141592653589793*350)^2/1.5e-4, C = 1.5e-4);
      IsolatedStar star5, star7;
      Electrical.Inductor L(L = 0.2, i(start = 50, fixed = true));
      Electrical.Resistor R(R = 537.5/50);
      Instrument line, converter;
    equation
      connect(source.b, neutral.plug);
      connect(neutral.pin, ground.p);
      connect(source.a, losses.a);
      connect(losses.b, network.a);
      connect(network.b, bridge.ac);
      connect(network.b, five.a);
      connect(network.b, seven.a);
      connect(five.b, star5.plug);
      connect(seven.b, star7.plug);
      connect(bridge.p, L.p);
      connect(L.n, R.p);
      connect(R.n, bridge.n);
      line.u = network.i[1];
      converter.u = bridge.ac.pin[1].i;
      annotation(experiment(StopTime = 0.2, Interval = 1e-4, Tolerance = 1e-6));
    end FilteredRectifier;

    model ActiveInverter "Six steps from a direct voltage"
      extends Icons.Experiment;
      Inverter inverter(C = 1, n = integer(mod(time*300, 6)) + 1, us = {0, 0}, iL = 0);
      Real magnitude(unit = "A") = sqrt(inverter.i*inverter.i);
    equation
      annotation(experiment(StopTime = 0.1, Interval = 1e-4));
    end ActiveInverter;
  end Examples;
  annotation(Documentation(info="<html><p>After S.N. Kalaschnikow: <em>PQLib - A Modelica Library for Power Quality analysis in Networks</em> (2nd International Modelica
Conference, 2002), in volts and amperes instead of values by unit.</p></html>"));
end PowerQuality;
