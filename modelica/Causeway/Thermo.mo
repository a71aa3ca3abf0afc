within Causeway;
package Thermo "Technical thermodynamics: media, control volumes, turbines, cycles"
  extends Icons.Library;

  constant Real R(unit = "J/(mol.K)") = 8.314462618 "Gas constant";

  connector MassFlow "A flow of gas; its enthalpy is carried by the flow"
    Units.Pressure p;
    flow Real m_flow(unit = "kg/s") "Mass flow into the component";
    stream Real h_outflow(unit = "J/kg");
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={120,60,0}, fillColor={240,170,90}, fillPattern=FillPattern.Solid)}));
  end MassFlow;

  package Sources "Heat with given temperature or flow"
    extends Icons.Library;
    model ParameterDefined "Temperature, heat flow, neither or both are given"
      extends Icons.Component;
      parameter Boolean switch_t_def = true "The temperature is given" annotation(Evaluate = true);
      parameter Boolean switch_q_dot_def = false "The heat flow is given" annotation(Evaluate = true);
      parameter Units.Temperature t_para = 298.15;
      parameter Units.HeatFlowRate q_dot_para = 1 "Into the source";
      Thermal.Port cut annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    equation
      if switch_t_def then
        cut.T = t_para;
      end if;
      if switch_q_dot_def then
        cut.Q_flow = q_dot_para;
      end if;
      annotation(Documentation(info="<html><p>Equations follow the switches, which are evaluated during translation: with both on, or both off, the source only
fits a circuit that lacks, or has, one equation.</p></html>"), Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={160,0,0}, fillColor={255,200,180}, fillPattern=FillPattern.Solid)}));
    end ParameterDefined;

    model SignalDefined "A signal gives temperature (1) or heat flow into the source (2)"
      extends Icons.Component;
      parameter Integer option_defsignal(min = 1, max = 2) = 1 annotation(Evaluate = true);
      Blocks.RealInput u "Kelvin or watts" annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
      Thermal.Port cut annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    protected
      constant Units.Temperature unitT = 1;
      constant Units.HeatFlowRate unitQ = 1;
    equation
      if option_defsignal == 1 then
        cut.T = u*unitT;
      end if;
      if option_defsignal == 2 then
        cut.Q_flow = u*unitQ;
      end if;
    end SignalDefined;
  end Sources;

  model HeatTransfer "q = area*alpha*(t_in - t_out); alpha constant or by a correlation"
    extends Icons.Box;
    parameter Units.Area surface_area = 1;
    parameter Integer option_alpha(min = 1, max = 3) = 1 "1 constant, 2 turbulent in a tube (Dittus and Boelter), 3 free on a plate" annotation(Evaluate = true);
    parameter Real alpha_trans_const(unit = "W/(m2.K)") = 1000;
    parameter Units.Velocity v = 10 "Of the fluid, for 2";
    parameter Units.Length D = 0.05 "Of the tube; height of the plate";
    parameter Real lambda(unit = "W/(m.K)") = 0.026 "Of the fluid";
    parameter Units.KinematicViscosity nu = 1.5e-5;
    parameter Real Pr = 0.71 "Prandtl number";
    Thermal.Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Thermal.Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Real alpha(unit = "W/(m2.K)");
    Units.HeatFlowRate q_in_dot;
  protected
    Real Ra "Rayleigh number";
  equation
    Ra = if option_alpha == 3 then 9.81*2/(a.T + b.T)*noEvent(abs(a.T - b.T))*D^3/nu^2*Pr else 0;
    if option_alpha == 1 then
      alpha = alpha_trans_const;
    elseif option_alpha == 2 then
      alpha = 0.023*(v*D/nu)^0.8*Pr^0.4*lambda/D;
    else
      alpha = lambda/D*(0.825 + 0.387*(Ra + 1e-6)^(1/6)/(1 + (0.492/Pr)^(9/16))^(8/27))^2;
    end if;
    q_in_dot = surface_area*alpha*(a.T - b.T);
    a.Q_flow = q_in_dot;
    b.Q_flow = -q_in_dot;
  end HeatTransfer;

  model ThermalCapacity "m*c*der(t) = q"
    extends Icons.Box;
    parameter Units.Mass m_const = 1;
    parameter Real c_heat_const(unit = "J/(kg.K)") = 500;
    parameter Units.Temperature t0 = 293.15 "At the beginning";
    Thermal.Port cut annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Units.Temperature t(start = t0, fixed = true);
  equation
    t = cut.T;
    m_const*c_heat_const*der(t) = cut.Q_flow;
  end ThermalCapacity;

  package Media "Properties of gases and of boiling"
    extends Icons.Library;

    record Gas "Data of a gas"
      extends Icons.Record;
      Real M(unit = "kg/mol") = 0.028965;
      Real cp(unit = "J/(kg.K)") = 1004.5 "At 273.15 K";
      Real cp1(unit = "J/(kg.K2)") = 0 "Slope of the heat capacity", cp2(unit = "J/(kg.K3)") = 0 "Curvature";
      Units.Temperature Tc = 132.5;
      Units.Pressure pc = 3.77e6;
    end Gas;
    constant Gas air(M = 0.028965, cp = 3.5*8.314462618/0.028965) "Perfect, exponent 1.4";
    constant Gas steam(M = 0.018015, cp = 1860, Tc = 647.1, pc = 22.06e6);

    function enthalpy "Of an ideal gas, zero at 273.15 K"
      extends Icons.Function;
      input Gas gas;
      input Units.Temperature T;
      output Real h(unit = "J/kg");
    protected
      Real d(unit = "K") = T - 273.15;
    algorithm
      h := gas.cp*d + gas.cp1*d^2/2 + gas.cp2*d^3/3;
      annotation(Inline = true, smoothOrder = 10);
    end enthalpy;

    function entropy "Of an ideal gas, zero at 273.15 K and 101325 Pa"
      extends Icons.Function;
      input Gas gas;
      input Units.Temperature T;
      input Units.Pressure p;
      output Real s(unit = "J/(kg.K)");
    protected
      constant Units.Temperature z = 273.15;
    algorithm
      s := (gas.cp - gas.cp1*z + gas.cp2*z^2)*log(T/z) + (gas.cp1 - 2*gas.cp2*z)*(T - z) + gas.cp2*(T^2 - z^2)/2 - 8.314462618/gas.M*log(p/101325);
      annotation(Inline = true, smoothOrder = 10);
    end entropy;

    function cubicRoots "Real roots of x^3 + a*x^2 + b*x + c, by Cardano"
      extends Icons.Function;
      input Real a, b, c;
      output Real x[3] "Falling; equal when there is one only";
      output Integer n "How many differ";
    protected
      Real p, q, D, u, phi;
      constant Real pi = 3.141592653589793;
    algorithm
      p := b - a^2/3;
      q := 2*a^3/27 - a*b/3 + c;
      D := (q/2)^2 + (p/3)^3;
      if D > 0 then
        n := 1;
        // The larger summand first; the other follows from it without cancellation.
        u := -q/2 + (if q > 0 then -sqrt(D) else sqrt(D));
        u := if u >= 0 then u^(1/3) else -(-u)^(1/3);
        x := fill(u - (if abs(u) > 0 then p/(3*u) else 0) - a/3, 3);
      else
        n := 3;
        phi := acos(max(-1, min(1, if p < 0 then -q/2/sqrt(-(p/3)^3) else 0)));
        x := {2*sqrt(-p/3)*cos(phi/3) - a/3, 2*sqrt(-p/3)*cos((phi + 4*pi)/3) - a/3, 2*sqrt(-p/3)*cos((phi + 2*pi)/3) - a/3};
      end if;
    end cubicRoots;

    function redlichKwong "Volume of a mole, of the gas or of the liquid"
      extends Icons.Function;
      input Gas gas;
      input Units.Pressure p;
      input Units.Temperature T;
      input Boolean liquid = false;
      output Real v(unit = "m3/mol");
      output Real residual "Of the equation, relative";
      output Integer n "Real roots";
    protected
      Real a, b, x[3];
      constant Real R = 8.314462618;
    algorithm
      a := 0.42748*R^2*gas.Tc^2.5/gas.pc;
      b := 0.08664*R*gas.Tc/gas.pc;
      (x, n) := cubicRoots(-R*T/p, a/(sqrt(T)*p) - R*T*b/p - b^2, -a*b/(sqrt(T)*p));
      v := if liquid and n == 3 then x[3] else x[1];
      residual := (R*T/(v - b) - a/(sqrt(T)*v*(v + b)))/p - 1;
    end redlichKwong;

    function boilingTemperature "By Antoine's equation, of water from 1 to 100 degC"
      extends Icons.Function;
      input Units.Pressure p;
      output Units.Temperature T;
    algorithm
      T := 1730.63/(8.07131 - log10(p/133.322)) - 233.426 + 273.15;
    end boilingTemperature;

    model State "Temperature, pressure, enthalpy and entropy of a gas: any two of them give the others"
      extends Icons.Sensor;
      connector InPressure = input Units.Pressure;
      connector InTemperature = input Units.Temperature;
      parameter Gas gas = air;
      InPressure p;
      InTemperature T(start = 500);
      Real h(unit = "J/kg"), s(unit = "J/(kg.K)");
      Real v(unit = "m3/kg") "Volume";
    equation
      h = enthalpy(gas, T);
      s = entropy(gas, T, p);
      p*v = R/gas.M*T;
    end State;
  end Media;

  model ControlVolume "Gas in a fixed volume: mass and energy, flows in both directions"
    extends Icons.Vessel;
    parameter Real v_control(unit = "m3") = 1 "Volume";
    parameter Media.Gas gas = Media.air;
    parameter Units.Pressure p0 = 101325;
    parameter Units.Temperature T0 = 293.15;
    MassFlow a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    MassFlow b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Thermal.Port heat annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Units.Pressure p(start = p0, fixed = true);
    Units.Temperature T(start = T0, fixed = true);
    Units.Density rho;
    Real u(unit = "J/kg") "Inner energy", energy(unit = "J"), mass(unit = "kg");
    Real h(unit = "J/kg");
  equation
    p = rho*R/gas.M*T;
    h = Media.enthalpy(gas, T);
    u = h - p/rho;
    mass = v_control*rho;
    energy = mass*u;
    der(mass) = a.m_flow + b.m_flow;
    der(energy) = a.m_flow*actualStream(a.h_outflow) + b.m_flow*actualStream(b.h_outflow) + heat.Q_flow;
    a.p = p;
    b.p = p;
    a.h_outflow = h;
    b.h_outflow = h;
    heat.T = T;
    annotation(Documentation(info="<html><p>The balances are those of mass and inner energy; pressure and temperature become the states by differentiation
(Steinmann and Zunft 2002, the change of states).</p></html>"));
  end ControlVolume;

  model FlowSource "A given mass flow of given temperature"
    extends Icons.Component;
    parameter Media.Gas gas = Media.air;
    parameter Units.Temperature T = 293.15;
    Blocks.RealInput m(unit = "kg/s") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    MassFlow b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    b.m_flow = -m;
    b.h_outflow = Media.enthalpy(gas, T);
  end FlowSource;

  model Boundary "Gas at a given pressure and temperature"
    extends Icons.Component;
    parameter Media.Gas gas = Media.air;
    parameter Units.Pressure p = 101325;
    parameter Units.Temperature T = 293.15;
    MassFlow b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    b.p = p;
    b.h_outflow = Media.enthalpy(gas, T);
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={120,60,0}, fillColor={240,170,90}, fillPattern=FillPattern.Solid)}));
  end Boundary;

  model Orifice "Flow by the difference of pressures, smooth at zero"
    extends Icons.Valve;
    parameter Real k(unit = "kg/(s.Pa)") = 1e-6 "Slope at zero";
    parameter Units.PressureDifference dp0 = 1000 "Above this difference the flow grows with the root";
    MassFlow a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    MassFlow b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.PressureDifference dp;
  equation
    dp = a.p - b.p;
    a.m_flow = k*dp/(1 + (dp/dp0)^2)^0.25;
    a.m_flow + b.m_flow = 0;
    a.h_outflow = inStream(b.h_outflow);
    b.h_outflow = inStream(a.h_outflow);
  end Orifice;

  partial model Machine "Between two states of a gas, with an isentropic efficiency"
    extends Icons.Pump;
    parameter Media.Gas gas = Media.air;
    parameter Real eta = 0.8 "Isentropic efficiency";
    parameter Real ratio = 0.1 "Pressure behind by pressure before";
    MassFlow a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    MassFlow b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Media.State before(gas = gas), ideal(gas = gas), behind(gas = gas);
    Units.Power P "Into the gas; negative for a turbine";
  equation
    before.p = a.p;
    before.h = inStream(a.h_outflow);
    ideal.p = b.p;
    // The same equations give the entropy from the enthalpy, and the enthalpy from the entropy.
    ideal.s = before.s;
    behind.p = b.p;
    b.p = ratio*a.p;
    a.m_flow + b.m_flow = 0;
    a.h_outflow = inStream(b.h_outflow);
    b.h_outflow = behind.h;
    P = a.m_flow*(behind.h - before.h);
  end Machine;

  model Turbine "Expands a gas"
    extends Machine;
  equation
    behind.h = before.h + eta*(ideal.h - before.h);
  end Turbine;

  model Compressor "Compresses a gas"
    extends Machine;
  equation
    behind.h = before.h + (ideal.h - before.h)/eta;
  end Compressor;

  model Heater "Heat into a flow: a burner, a cooler"
    extends Icons.Box;
    parameter Media.Gas gas = Media.air;
    MassFlow a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    MassFlow b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealInput Q(unit = "W") annotation(Placement(transformation(extent={{-20,60},{20,100}}, rotation=-90)));
    Media.State behind(gas = gas);
    parameter Real small(unit = "kg/s") = 1e-4 "Smallest mass flow";
  equation
    a.p = b.p;
    a.m_flow + b.m_flow = 0;
    behind.p = b.p;
    behind.h = b.h_outflow;
    b.h_outflow = inStream(a.h_outflow) + Q/noEvent(max(small, a.m_flow));
    a.h_outflow = inStream(b.h_outflow);
  end Heater;

  model HeatExchanger "Counterflow, by its number of transfer units"
    extends Icons.Box;
    parameter Media.Gas gas = Media.air;
    parameter Units.ThermalConductance UA = 1000;
    MassFlow a1 annotation(Placement(transformation(extent={{-110,30},{-90,50}})));
    MassFlow b1 annotation(Placement(transformation(extent={{90,30},{110,50}})));
    MassFlow a2 annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    MassFlow b2 annotation(Placement(transformation(extent={{-110,-50},{-90,-30}})));
    Real effectiveness;
    Units.HeatFlowRate Q "From 1 to 2";
  protected
    Units.ThermalConductance C1, C2, Cmin;
    Real NTU, r;
  equation
    a1.p = b1.p;
    a2.p = b2.p;
    a1.m_flow + b1.m_flow = 0;
    a2.m_flow + b2.m_flow = 0;
    C1 = noEvent(max(1e-3, a1.m_flow*gas.cp));
    C2 = noEvent(max(1e-3, a2.m_flow*gas.cp));
    Cmin = noEvent(min(C1, C2));
    NTU = UA/Cmin;
    r = Cmin/noEvent(max(C1, C2));
    // Equal capacities are a removable singularity.
    effectiveness = noEvent(if r > 0.9999 then NTU/(1 + NTU) else (1 - exp(-NTU*(1 - r)))/(1 - r*exp(-NTU*(1 - r))));
    Q = effectiveness*Cmin*(inStream(a1.h_outflow) - inStream(a2.h_outflow))/gas.cp;
    b1.h_outflow = inStream(a1.h_outflow) - Q/C1*gas.cp;
    b2.h_outflow = inStream(a2.h_outflow) + Q/C2*gas.cp;
    a1.h_outflow = inStream(b1.h_outflow);
    a2.h_outflow = inStream(b2.h_outflow);
  end HeatExchanger;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model HeatedBody "t = 100 - 80*exp(-2*time) in degC: 70.5696 at 0.5 s"
      extends Icons.Experiment;
      Sources.ParameterDefined source(switch_t_def = true, t_para = 373.15);
      HeatTransfer transfer;
      ThermalCapacity body(t0 = 293.15);
      Real t(unit = "degC") = body.t - 273.15;
    equation
      connect(source.cut, transfer.a);
      connect(transfer.b, body.cut);
      annotation(experiment(StopTime = 0.5, Tolerance = 1e-9));
    end HeatedBody;

    model HeatDrain "A source of 1 W takes it from the capacity: -0.002 K/s"
      extends Icons.Experiment;
      Sources.ParameterDefined source(switch_t_def = false, switch_q_dot_def = true, q_dot_para = 1);
      ThermalCapacity body;
      Real slope(unit = "K/s") = der(body.t);
    equation
      connect(source.cut, body.cut);
      annotation(experiment(StopTime = 10));
    end HeatDrain;

    model AirTurbine "1200 K expand to a tenth of the pressure: 737.23 K"
      extends Icons.Experiment;
      FlowSource source(T = 1200);
      Turbine turbine(eta = 0.8, ratio = 0.1);
      Boundary sink(p = 1e5);
      Units.Temperature T2 = turbine.behind.T "Behind the turbine";
    equation
      connect(source.b, turbine.a);
      connect(turbine.b, sink.b);
      source.m = 1;
      annotation(experiment(StopTime = 1));
    end AirTurbine;

    model Steam "Volume of steam by Redlich and Kwong, one root and three"
      extends Icons.Experiment;
      Units.Temperature T = 450 + 400*time;
      Units.Pressure p = 5e5 + 25e5*time;
      Real v(unit = "m3/mol"), residual, liquid(unit = "m3/mol"), residualLiquid;
      Integer n, m;
      Real boiling(unit = "K") = Media.boilingTemperature(101325);
    equation
      (v, residual, n) = Media.redlichKwong(Media.steam, p, T);
      (liquid, residualLiquid, m) = Media.redlichKwong(Media.steam, p, T, true);
      annotation(experiment(StopTime = 1));
    end Steam;

    model FlowReversal "A flow in and out of a volume: mass and energy stay balanced"
      extends Icons.Experiment;
      FlowSource source;
      ControlVolume volume;
      Real carried(unit = "J", start = 0, fixed = true) "Energy that came in";
      Real came(unit = "kg", start = 0, fixed = true);
      Real massError(unit = "kg"), energyError(unit = "J");
      parameter Real m0(unit = "kg", fixed = false), e0(unit = "J", fixed = false);
    initial equation
      m0 = volume.mass;
      e0 = volume.energy;
    equation
      connect(source.b, volume.a);
      source.m = 0.1*sin(6.283185307179586*time);
      der(came) = volume.a.m_flow;
      der(carried) = volume.a.m_flow*actualStream(volume.a.h_outflow);
      massError = volume.mass - m0 - came;
      energyError = volume.energy - e0 - carried;
      annotation(experiment(StopTime = 3, Tolerance = 1e-8));
    end FlowReversal;

    model Brayton "A gas turbine with a recuperator: compressor, recuperator, burner, turbine"
      extends Icons.Experiment;
      FlowSource inlet(T = 288.15);
      Compressor compressor(eta = 0.8, ratio = 4);
      HeatExchanger recuperator(UA = 4000);
      Heater burner;
      Turbine turbine(eta = 0.85, ratio = 0.25);
      Boundary exhaust(p = 101325);
      Units.Power net = -turbine.P - compressor.P;
      Real efficiency = net/burner.Q;
    equation
      inlet.m = 1;
      connect(inlet.b, compressor.a);
      connect(compressor.b, recuperator.a2);
      connect(recuperator.b2, burner.a);
      connect(burner.b, turbine.a);
      connect(turbine.b, recuperator.a1);
      connect(recuperator.b1, exhaust.b);
      burner.Q = 300e3 + 300e3*min(1, time);
      annotation(experiment(StopTime = 2));
    end Brayton;
  end Examples;
  annotation(Documentation(info="<html><p>After W.D. Steinmann, S. Zunft: <em>TechThermo - A Library for Modelica Applications in Technical Thermodynamics</em> (2nd International Modelica
Conference, 2002). Parameters named <code>switch_</code> and <code>option_</code> choose equations during translation. Their connector had the enthalpy as a variable that is neither
potential nor flow; here it is a stream variable.</p></html>"));
end Thermo;
