within Causeway;
package EnergySystems "Fuel cells, storage, converters, wet air, combustion"
  extends Icons.Library;

  model FuelCellStack "A stack by its efficiencies, with a fuel consumption and a lag"
    extends Icons.Box;
    parameter Integer nSeries = 250 "Cells in series";
    parameter Integer nStacks = 2 "Stacks in parallel";
    parameter Units.Power cell = 200 "Largest power of a cell";
    parameter Units.Voltage open = 1.2 "Voltage of a cell without current";
    parameter Real PPC(max = 1) = 0.78133 "Part of the theoretically largest power that is used";
    parameter Real etaMax = 0.83 "Of a cell without current";
    parameter Real fuelUse = 0.95, etaReformer = 0.83567, etaElectric = 0.95;
    parameter Real parasitic0 = 0.01, parasitic1 = 0.03 "Own consumption by the largest power, constant and with the load";
    parameter Units.Time tau = 1 "Time constant: 3 s to 95 %";
    parameter Real heat(unit = "J/kg") = 120e6 "Heating value of the fuel";
    Blocks.RealInput wanted(unit = "W") "Power" annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Electrical.Pin p annotation(Placement(transformation(extent={{90,30},{110,50}})));
    Electrical.Pin n annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    final parameter Units.Power total = cell*nSeries*nStacks "Largest power of all cells";
    Units.Power P(start = 0, fixed = true) "Power that goes out";
    Units.Power cells "Power of the cells";
    Real load "Power of the cells by the largest";
    Real eta_v, eta_par(start = 0.9), eta "Of the voltage, of own consumption, altogether";
    Units.Voltage v "Of the cells; the terminals have that of the bus";
    Real fuel(unit = "kg/s") "Fuel that is consumed";
    Real consumed(unit = "kg", start = 0, fixed = true);
  equation
    tau*der(P) = min(total*etaElectric, max(0, wanted)) - P;
    load = cells/total;
    P = cells*etaElectric*eta_par;
    cells*etaElectric = P + parasitic0*total + parasitic1*total*load;
    eta_v = (1 + sqrt(max(0, 1 - load*PPC)))/2;
    eta = eta_v*etaMax*fuelUse*etaReformer*etaElectric*eta_par;
    fuel = cells/(heat*eta_v*etaMax*fuelUse*etaReformer);
    der(consumed) = fuel;
    v = eta_v*open*nSeries;
    (p.v - n.v)*p.i = -P;
    p.i + n.i = 0;
    annotation(Documentation(info="<html><p>Hellgren (2002), equations 1 to 14. The numbers are ours, chosen so that the efficiency is 44 % at full load and 55 % at a quarter of it,
which the paper asks for.</p></html>"), Icon(graphics={Text(extent={{-70,40},{70,-40}}, textString="H2")}));
  end FuelCellStack;

  model Battery "A voltage that follows the charge, and a resistance"
    extends Icons.Box;
    parameter Real capacity(unit = "C") = 36000 "Charge when full";
    parameter Units.Voltage empty = 180, full = 220 "Voltage without current";
    parameter Units.Resistance charge = 0.1, discharge = 0.12 "Resistances of both directions";
    parameter Real soc0 = 0.6 "Charge at the beginning, relative";
    parameter Units.HeatCapacity C = 3e4 "Heat capacity";
    parameter Units.ThermalConductance G = 10 "To the air";
    parameter Units.Temperature T0 = 293.15 "Of the air";
    Electrical.Pin p annotation(Placement(transformation(extent={{90,30},{110,50}})));
    Electrical.Pin n annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    Real soc(start = soc0, fixed = true) "Charge, relative";
    Units.Temperature T(start = T0, fixed = true);
    Units.Voltage v;
    Units.Current i "Into the battery";
    Units.Power lost;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    capacity*der(soc) = i;
    v = empty + (full - empty)*soc + (if i > 0 then charge else discharge)*i;
    lost = (if i > 0 then charge else discharge)*i^2;
    C*der(T) = lost - G*(T - T0);
    annotation(Icon(graphics={Line(points={{-20,40},{-20,-40}}, thickness=0.5), Line(points={{10,20},{10,-20}}, thickness=1)}));
  end Battery;

  model SuperCapacitor "A capacitor with inner resistance and leakage; n cells in parallel"
    extends Icons.Box;
    parameter Integer n1 = 1 "In parallel";
    parameter Units.Capacitance C = 2500 "Of one";
    parameter Units.Resistance RI = 1e-3 "Inner resistance of one";
    parameter Units.Resistance RP = 500 "Leakage resistance of one";
    parameter Units.Voltage UMIN = 0.8, UMAX = 2.5 "Range";
    parameter Real soc0 = 70 "Percent at the beginning";
    Electrical.Pin p annotation(Placement(transformation(extent={{90,30},{110,50}})));
    Electrical.Pin n annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    Units.Voltage Uc(start = UMIN + (UMAX - UMIN)*soc0/100, fixed = true) "Inside";
    Units.Voltage U "Of the terminals";
    Units.Current i "Into it";
    Units.Current leak;
    Real Soc "Percent of the range of voltage";
    Units.Power P "Into it", lost;
    Real eta "Power into it without losses, or out with them";
  equation
    U = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    leak = Uc*n1/RP;
    C*n1*der(Uc) = i - leak;
    U = Uc + RI/n1*i;
    Soc = (Uc - UMIN)/(UMAX - UMIN)*100;
    P = U*i;
    lost = leak^2*RP/n1 + i^2*RI/n1;
    eta = noEvent(if abs(P) < 1e-9 then 0 else abs(P)/(abs(P) + lost));
    annotation(Documentation(info="<html><p>Hellgren (2002), equations 19 to 28. Without current <code>Uc = Uc0*exp(-t/(RP*C))</code>.</p></html>"),
      Icon(graphics={Line(points={{-10,40},{-10,-40}}, thickness=1), Line(points={{10,40},{10,-40}}, thickness=1)}));
  end SuperCapacitor;

  model Converter "Direct current to direct current, both directions, with an efficiency"
    extends Icons.Box;
    parameter Real etaMax = 0.97 "Efficiency at equal voltages";
    parameter Real KD = 0.03 "Loss of efficiency by the ratio of voltages";
    Electrical.Pin p1 annotation(Placement(transformation(extent={{-110,30},{-90,50}})));
    Electrical.Pin n1 annotation(Placement(transformation(extent={{-110,-50},{-90,-30}})));
    Electrical.Pin p2 annotation(Placement(transformation(extent={{90,30},{110,50}})));
    Electrical.Pin n2 annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    Blocks.RealInput u(unit = "W") "Power that is to go in at 1" annotation(Placement(transformation(extent={{-20,60},{20,100}}, rotation=-90)));
    Units.Voltage v1, v2;
    Units.Power P1 "Goes in at 1", P2 "Goes out at 2";
    Real eta, d;
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
    P1 = u;
    P1 = v1*p1.i;
    P2 = -v2*p2.i;
    d = 1 - v2/v1;
    eta = etaMax - d*KD;
    P2 = if P1 > 0 then P1*eta else P1/eta;
    annotation(Documentation(info="<html><p>Hellgren (2002), equations 15 to 18. Both sides have voltages of their own; the signal moves power between them.</p></html>"),
      Icon(graphics={Line(points={{-90,-60},{90,60}}), Text(extent={{-80,60},{0,0}}, textString="="), Text(extent={{0,0},{80,-60}}, textString="=")}));
  end Converter;

  model PowerLoad "Draws the power of a signal"
    extends Icons.Box;
    Electrical.Pin p annotation(Placement(transformation(extent={{-110,30},{-90,50}})));
    Electrical.Pin n annotation(Placement(transformation(extent={{-110,-50},{-90,-30}})));
    Blocks.RealInput u(unit = "W") annotation(Placement(transformation(extent={{120,-20},{80,20}})));
    Units.Current i(start = 0);
  equation
    i = p.i;
    p.i + n.i = 0;
    (p.v - n.v)*i = u;
  end PowerLoad;

  block PowerControl "What the source gives: follows the storage's charge"
    extends Icons.Block;
    parameter Real target = 60 "Percent";
    parameter Real K(unit = "W") = 1000 "Power by percent";
    parameter Units.Time tau = 10;
    parameter Units.Power P0 = 0 "At the beginning";
    Blocks.RealInput need(unit = "W") annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput soc annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Blocks.RealOutput P(unit = "W", start = P0, fixed = true) annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    tau*der(P) = need + K*(target - soc) - P;
  end PowerControl;

  model BehaviouralConverter "A converter as a customer sees it: limits, control, efficiency, no switching"
    extends Icons.Box;
    parameter Units.Voltage Vmin = 145, Vmax = 208 "Range of the input";
    parameter Units.Voltage Vref = 300 "Voltage of the output";
    parameter Units.Power rated = 5000;
    parameter Real eta = 0.95;
    parameter Real kp(unit = "A/V") = 1 "Proportional gain";
    parameter Real ki(unit = "A/(V.s)") = 1 "Integral gain";
    parameter Units.Capacitance Cin = 50e-6, Cout = 50e-6;
    parameter Units.Resistance housekeeping = 1e5 "Own consumption";
    Electrical.Pin p annotation(Placement(transformation(extent={{-110,30},{-90,50}})));
    Electrical.Pin n annotation(Placement(transformation(extent={{-110,-50},{-90,-30}})));
    Electrical.Pin p1 annotation(Placement(transformation(extent={{90,30},{110,50}})));
    Electrical.Pin n1 annotation(Placement(transformation(extent={{90,-50},{110,-30}})));
    parameter Units.Voltage vin0 = 0 "Of the input capacitor at the beginning";
    Units.Voltage vin(start = vin0, fixed = true) "Of the capacitor behind the input diode";
    Units.Voltage v(start = 0, fixed = true) "Of the output";
    Units.Current iin "Through the input diode";
    Units.Current source "Of the controlled source";
    Units.Current iout "Of the load";
    Real x(unit = "A", start = 0, fixed = true) "Integral part, limited";
    Boolean works "The input is in its range";
  protected
    parameter Units.Current limit = rated/Vref;
    Units.Current free;
    Real s(start = 0) "Curve of the input diode";
    constant Units.Resistance Ron = 1e-5;
    constant Units.Conductance Goff = 1e-5;
    Boolean blocks = s < 0;
    constant Units.Voltage unitVoltage = 1;
    constant Units.Current unitCurrent = 1;
  equation
    // An ideal diode as a curve: voltage while it blocks, current while it conducts.
    p.v - n.v - vin = s*unitVoltage*(if blocks then 1 else Ron*unitCurrent/unitVoltage);
    iin = s*unitCurrent*(if blocks then Goff*unitVoltage/unitCurrent else 1);
    p.i = iin;
    p.i + n.i = 0;
    Cin*der(vin) = iin - vin/housekeeping - noEvent(if vin > 1 then v*iout/(eta*vin) else 0);
    works = p.v - n.v > Vmin and p.v - n.v < Vmax;
    free = kp*(Vref - v) + x;
    der(x) = if x >= limit and v < Vref or x <= 0 and v > Vref then 0 else ki*(Vref - v);
    source = if works then min(limit, max(0, free)) else 0;
    // The diode across the output blocks while the voltage is positive.
    Cout*der(v) = source - iout - (if v >= 0 then Goff*v else v/Ron);
    v = p1.v - n1.v;
    p1.i = -iout;
    p1.i + n1.i = 0;
    annotation(Documentation(info="<html><p>D.A. Torrey, U.S. Selamogullari: <em>A Behavioral Model for DC-DC Converters using Modelica</em> (2002): input diode, capacitors, a controller whose
current is limited to the rated power, and an input current of <code>v*iout/(eta*vin)</code>. The own consumption is ours.</p></html>"));
  end BehaviouralConverter;

  package WetAir "Nitrogen, oxygen and water that condenses"
    extends Icons.Library;
    constant Real Mw(unit = "kg/mol") = 0.018015, Ma(unit = "kg/mol") = 0.0288503;
    constant Real R(unit = "J/(mol.K)") = 8.31446;
    constant Real cpa(unit = "J/(kg.K)") = 1006, cpw(unit = "J/(kg.K)") = 1860, cl(unit = "J/(kg.K)") = 4190, r0(unit = "J/kg") = 2.5e6;
    constant Units.Temperature Tref = 273.15;
    constant Units.Pressure pref = 101325;

    function saturation "Pressure of saturated steam over water (Magnus)"
      extends Icons.Function;
      input Units.Temperature T;
      output Units.Pressure ps;
    algorithm
      ps := 611.2*exp(17.62*(T - 273.15)/(T - 273.15 + 243.12));
      annotation(Inline = true, smoothOrder = 10);
    end saturation;

    connector InPressure = input Units.Pressure;
    connector InTemperature = input Units.Temperature;
    connector InHumidity = input Real;

    model State "Pressure, and any two of temperature, enthalpy, entropy, humidity or relative humidity"
      extends Icons.Sensor;
      // Counted as given from outside; equations may give any other three instead.
      InPressure p;
      InTemperature T(start = 300);
      InHumidity X(min = 0, start = 0.01) "Water by dry air, both as masses";
      Real phi(start = 0.5) "Relative humidity of the gas";
      Real h(unit = "J/kg", start = 5e4, nominal = 1e4) "Enthalpy by dry air; zero at 0 degC";
      Real s(unit = "J/(kg.K)", start = 100, nominal = 100) "Entropy by dry air; zero at 0 degC and 1 atm";
      Real Xg(start = 0.01) "Steam by dry air", Xl "Liquid by dry air";
      Real Xs "Steam by dry air when saturated";
    protected
      Units.Pressure ps = saturation(T);
      Real y(start = 0.01) "Mole fraction of steam in the gas";
    equation
      Xs = Mw/Ma*ps/max(p - ps, 1);
      Xg = min(X, Xs);
      Xl = X - Xg;
      y = Xg/Mw/(Xg/Mw + 1/Ma);
      phi = y*p/ps;
      h = cpa*(T - Tref) + Xg*(r0 + cpw*(T - Tref)) + Xl*cl*(T - Tref);
      s = cpa*log(T/Tref) - R/Ma*log(p*(1 - y)/pref) + Xg*(r0/Tref + cpw*log(T/Tref) - noEvent(if y > 1e-12 then R/Mw*log(y*p/611.2) else 0)) + Xl*cl*log(T/Tref);
      annotation(Documentation(info="<html><p>The same equations serve every pair of knowns; temperature from enthalpy or entropy is one nonlinear equation (Treffinger and Goedecke 2002).</p></html>"));
    end State;

    model Compressor "From state 1 to the pressure p2 with an isentropic efficiency"
      extends Icons.Pump;
      parameter Real eta = 0.75 "Isentropic efficiency";
      parameter Units.Pressure p1 = 1e5, p2 = 2e5;
      parameter Units.Temperature T1 = 298.15;
      parameter Real phi1 = 0.5 "Relative humidity before";
      State before, ideal, behind;
      Real work(unit = "J/kg") "By dry air";
    equation
      before.p = p1;
      before.T = T1;
      before.phi = phi1;
      ideal.p = p2;
      ideal.s = before.s;
      ideal.X = before.X;
      behind.p = p2;
      behind.X = before.X;
      behind.h = before.h + (ideal.h - before.h)/eta;
      work = behind.h - before.h;
    end Compressor;
  end WetAir;

  function hermite "Four functions of Hermite at u in 0 to 1: values at both ends, slopes at both ends"
    extends Icons.Function;
    input Real u;
    output Real F[4];
  algorithm
    F := {2*u^3 - 3*u^2 + 1, -2*u^3 + 3*u^2, u^3 - 2*u^2 + u, u^3 - u^2};
  end hermite;

  function triCubic "Interpolates in three dimensions; value and gradient are continuous"
    extends Icons.Function;
    input Real x[:], y[:], z[:] "Grids, rising";
    input Real data[size(x, 1), size(y, 1), size(z, 1), 8] "Value, 3 slopes, 3 twists (xy, xz, yz), third mixed derivative";
    input Real u, v, w "Where";
    output Real f;
  protected
    Integer i, j, k;
    Real dx, dy, dz, Fx[4], Fy[4], Fz[4];
    Integer a, b, c;
    Real s[8];
  algorithm
    i := 1;
    while i < size(x, 1) - 1 and u > x[i + 1] loop
      i := i + 1;
    end while;
    j := 1;
    while j < size(y, 1) - 1 and v > y[j + 1] loop
      j := j + 1;
    end while;
    k := 1;
    while k < size(z, 1) - 1 and w > z[k + 1] loop
      k := k + 1;
    end while;
    dx := x[i + 1] - x[i];
    dy := y[j + 1] - y[j];
    dz := z[k + 1] - z[k];
    Fx := hermite((u - x[i])/dx);
    Fy := hermite((v - y[j])/dy);
    Fz := hermite((w - z[k])/dz);
    f := 0;
    for a in 0:1 loop
      for b in 0:1 loop
        for c in 0:1 loop
          s := data[i + a, j + b, k + c, :];
          f := f + s[1]*Fx[1 + a]*Fy[1 + b]*Fz[1 + c] + s[2]*dx*Fx[3 + a]*Fy[1 + b]*Fz[1 + c] + s[3]*dy*Fx[1 + a]*Fy[3 + b]*Fz[1 + c]
            + s[4]*dz*Fx[1 + a]*Fy[1 + b]*Fz[3 + c] + s[5]*dx*dy*Fx[3 + a]*Fy[3 + b]*Fz[1 + c] + s[6]*dx*dz*Fx[3 + a]*Fy[1 + b]*Fz[3 + c]
            + s[7]*dy*dz*Fx[1 + a]*Fy[3 + b]*Fz[3 + c] + s[8]*dx*dy*dz*Fx[3 + a]*Fy[3 + b]*Fz[3 + c];
        end for;
      end for;
    end for;
    annotation(Documentation(info="<html><p>Newman, Batteh and Tiller (2002): eight numbers at each of eight corners. Polynomials of third degree in each variable are exact.</p></html>"));
  end triCubic;

  model MixingZones "A burned and a fresh zone at one pressure; at each opening of the valve they mix within tau"
    extends Icons.Box;
    parameter Real V(unit = "m3") = 5e-4 "Volume of both";
    parameter Real m1(unit = "kg") = 2e-4, m2(unit = "kg") = 4e-4;
    parameter Units.Temperature T10 = 2200, T20 = 700;
    parameter Real R(unit = "J/(kg.K)") = 287, cv(unit = "J/(kg.K)") = 800;
    parameter Units.Time tau = 1e-4 "Time in which they mix";
    Blocks.BooleanInput spark annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.BooleanInput opening annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    constant Integer separate = 1, mixing = 2, mixed = 3;
    Integer status(start = separate, fixed = true);
    Integer cycles(start = 0, fixed = true);
    discrete Units.Time finish(start = 0, fixed = true) "Of the mixing";
    discrete Real difference(unit = "K", start = 0, fixed = true) "When mixing began";
    Units.Temperature T1, T2;
    Real dT(unit = "K") "Temperature of 1 above that of 2";
    Real U(unit = "J") "Inner energy of both: constant while they mix";
    Units.Pressure p;
  protected
    Real d(unit = "K", start = T10 - T20, fixed = true);
  initial equation
    U = cv*(m1*T10 + m2*T20);
  equation
    der(U) = 0;
    dT = d;
    // sigma = ((t - finish)/tau)^2: a quarter is left after half of the time.
    der(d) = if status == mixing then pre(difference)*2/tau^2*min(0, time - pre(finish)) else 0;
    U = cv*(m1*T1 + m2*T2);
    dT = T1 - T2;
    p*V = R*(m1*T1 + m2*T2);
  algorithm
    when pre(status) == separate and opening then
      status := mixing;
      finish := time + tau;
      difference := pre(d);
    end when;
    when pre(status) == mixing and time > pre(finish) then
      status := mixed;
    end when;
    when pre(status) == mixed and spark then
      status := separate;
      cycles := pre(cycles) + 1;
    end when;
  equation
    when status == separate and pre(status) == mixed then
      reinit(d, T10 - T20);
    end when;
    annotation(Documentation(info="<html><p>Newman, Batteh and Tiller (2002): a state machine in one algorithm, pre() of continuous variables, and a mixing phase that is quadratic in time.</p></html>"));
  end MixingZones;

  model Cylinder "A spark-ignited cylinder: fresh and burned gas at one pressure, a state machine for each cycle"
    extends Icons.Box;
    parameter Units.AngularVelocity speed = 157.0796326794897 "Of the crank: 1500 turns a minute";
    parameter Real Vc(unit = "m3") = 5.5e-5 "Smallest volume", Vd(unit = "m3") = 5e-4 "Displaced volume";
    parameter Units.Pressure p0 = 0.9e5 "When the intake closes";
    parameter Units.Temperature T0 = 340, Twall = 450;
    parameter Real R(unit = "J/(kg.K)") = 287, cp(unit = "J/(kg.K)") = 1150;
    parameter Real q(unit = "J/kg") = 2.05e6 "Heat released by fresh gas";
    parameter Units.Angle spark = -0.44, opens = 2.2, closes = -2.2 "Angles of ignition, of the exhaust valve, of the intake valve";
    parameter Units.Angle duration = 1.0 "Of the flame";
    parameter Units.Time step = 1e-6 "Of ignition", mix = 1e-4 "Least time of gas exchange";
    parameter Real kernel = 1e-4 "Burned first, by the whole";
    parameter Real wallHeat(unit = "W/(m3.K)") = 4e5 "To the walls, by volume";
    constant Integer mixprep = 1, ignition1 = 2, ignition2 = 3, propagating = 4, expanding = 5, compressing = 6;
    Integer status(start = compressing, fixed = true);
    Integer cycles(start = 0, fixed = true);
    Units.Angle theta(start = closes, fixed = true) "Of the crank, zero at the upper dead centre of ignition";
    Real V(unit = "m3");
    Real mu(unit = "kg", start = m0, fixed = true, nominal = 1e-4), mb(unit = "kg", start = 1e-6*m0, fixed = true, nominal = 1e-4);
    Units.Temperature Tu(start = T0, fixed = true), Tb(start = T0 + q/cp, fixed = true, nominal = 1000);
    Units.Pressure p;
    Real burned "Part of the gas that is burned";
    Real rate(unit = "kg/s") "Fresh gas that burns";
    Units.Power work "Of the gas";
    Units.HeatFlowRate lost "To the walls";
    Units.Energy done(start = 0, fixed = true) "Work since the cycle began", heat(start = 0, fixed = true) "Released since then", cooled(start = 0, fixed = true);
    Units.Energy stored "Inner energy of both", start0(start = (cp - R)*m0*(T0 + 1e-6*(T0 + q/cp)), fixed = true) "When the cycle began";
    Units.Energy balance "Zero while the valves are closed";
  protected
    final parameter Real m0(unit = "kg") = p0*volume(closes, Vc, Vd)/(R*T0);
    discrete Units.Time finish(start = 0, fixed = true) "Of a short step";
    Real x "Flame, 0 to 1";
    function volume
      input Units.Angle theta;
      input Real Vc(unit = "m3"), Vd(unit = "m3");
      output Real V(unit = "m3");
    algorithm
      V := Vc + Vd*(1 - cos(theta))/2;
      annotation(Inline = true, smoothOrder = 10);
    end volume;
  equation
    der(theta) = speed;
    V = volume(theta, Vc, Vd);
    p*V = R*(mu*Tu + mb*Tb);
    burned = mb/(mu + mb);
    // The flame: a kernel within two steps, then a curve of Wiebe.
    x = noEvent(min(1, max(0, (theta - spark)/duration)));
    rate = if status == ignition1 or status == ignition2 then kernel*m0/(2*step)
      elseif status == propagating then noEvent(if burned < 0.999 then m0*6.9*3*x^2*exp(-6.9*x^3)*speed/duration else 0) else 0;
    der(mu) = -rate;
    der(mb) = rate;
    lost = wallHeat*V*((1 - burned)*(Tu - Twall) + burned*(Tb - Twall))*(if status == mixprep then 0 else 1);
    mu*cp*der(Tu) = R*mu*Tu/p*der(p) - wallHeat*V*(1 - burned)*(Tu - Twall)*(if status == mixprep then 0 else 1);
    mb*cp*der(Tb) = R*mb*Tb/p*der(p) + rate*(cp*(Tu - Tb) + q) - wallHeat*V*burned*(Tb - Twall)*(if status == mixprep then 0 else 1);
    work = p*der(V);
    der(done) = work;
    der(heat) = rate*q;
    der(cooled) = lost;
    der(start0) = 0;
    stored = (cp - R)*(mu*Tu + mb*Tb);
    balance = stored - start0 - heat + done + cooled;
  algorithm
    when status == compressing and theta >= spark then
      status := ignition1;
      finish := time + step;
    end when;
    when status == ignition1 and time > finish then
      status := ignition2;
      finish := time + step;
    end when;
    when status == ignition2 and (time > finish or burned > 0.01) then
      status := propagating;
    end when;
    when status == propagating and burned >= 0.99 then
      status := expanding;
    end when;
    when (status == expanding or status == propagating) and theta >= opens then
      status := mixprep;
      finish := time + mix;
    end when;
    when status == mixprep and time > finish and theta >= 4*3.141592653589793 + closes then
      status := compressing;
      cycles := cycles + 1;
    end when;
  equation
    when status == compressing and pre(status) == mixprep then
      reinit(theta, theta - 4*3.141592653589793);
      reinit(mu, m0);
      reinit(mb, 1e-6*m0);
      reinit(Tu, T0);
      reinit(Tb, T0 + q/cp);
      reinit(done, 0);
      reinit(heat, 0);
      reinit(cooled, 0);
      reinit(start0, (cp - R)*m0*(T0 + 1e-6*(T0 + q/cp)));
    end when;
    annotation(Documentation(info="<html><p>Newman, Batteh and Tiller (2002): gas exchange, ignition in two short steps, propagation and expansion as an Integer that one algorithm changes.
Flows through valves are not modelled: the next charge is there when the intake closes. Data are ours.</p></html>"));
  end Cylinder;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model FuelCellEfficiency "Efficiency at a quarter load and at full load"
      extends Icons.Experiment;
      FuelCellStack stack;
      Electrical.Ground ground;
      Electrical.ConstantVoltage bus(V = 200);
      discrete Real atQuarter(start = 0, fixed = true), atFull(start = 0, fixed = true);
    equation
      connect(stack.n, ground.p);
      connect(stack.p, bus.p);
      connect(bus.n, ground.p);
      stack.wanted = if time < 20 then 0.25*stack.total*stack.etaElectric*(1 - (0.01 + 0.03*0.25)/(0.25*0.95)) else stack.total*stack.etaElectric*(1 - 0.04/0.95);
      when time >= 19 then
        atQuarter = stack.eta;
      end when;
      when time >= 39 then
        atFull = stack.eta;
      end when;
      annotation(experiment(StopTime = 40, Interval = 0.1, Tolerance = 1e-8));
    end FuelCellEfficiency;

    model SelfDischarge "A super capacitor alone"
      extends Icons.Experiment;
      SuperCapacitor cell(soc0 = 100);
      Electrical.Ground ground;
    equation
      connect(cell.n, ground.p);
      annotation(experiment(StopTime = 1e6, Interval = 1e4, Tolerance = 1e-8));
    end SelfDischarge;

    model ConverterBothWays "1 kW out and back at 95 percent"
      extends Icons.Experiment;
      Converter converter(etaMax = 0.95);
      Battery battery(empty = 200, full = 200, charge = 1e-6, discharge = 1e-6);
      Electrical.Ground ground;
      PowerLoad load;
      Battery low(empty = 200, full = 200, charge = 1e-6, discharge = 1e-6);
    equation
      connect(battery.p, converter.p1);
      connect(battery.n, converter.n1);
      connect(battery.n, ground.p);
      connect(converter.n2, ground.p);
      connect(converter.p2, low.p);
      connect(low.n, ground.p);
      connect(load.p, low.p);
      connect(load.n, ground.p);
      converter.u = if time < 1 then 1000 else -1000;
      load.u = 0;
      annotation(experiment(StopTime = 2));
    end ConverterBothWays;

    model DCDC "A converter with a load of 10 Ohm at 180 V"
      extends Icons.Experiment;
      parameter Units.Resistance R = 10 "Load";
      parameter Units.Voltage V = 180 "Input";
      Electrical.ConstantVoltage source(V = V);
      BehaviouralConverter converter(vin0 = V);
      Electrical.Resistor load(R = R);
      Electrical.Ground ground;
      Units.Voltage v = converter.v;
      Units.Current iin = converter.iin;
    equation
      connect(source.p, converter.p);
      connect(source.n, converter.n);
      connect(converter.p1, load.p);
      connect(converter.n1, load.n);
      connect(converter.n, ground.p);
      connect(converter.n1, ground.p);
      annotation(experiment(StopTime = 1, Tolerance = 1e-8));
    end DCDC;

    model Compression "Wet air is compressed; some of its water would condense when cooled"
      extends Icons.Experiment;
      WetAir.Compressor compressor;
      WetAir.State cooled;
      Units.Temperature T2 = compressor.behind.T;
    equation
      cooled.p = compressor.p2;
      cooled.X = compressor.before.X;
      cooled.h = compressor.behind.h - 60000*time;
      annotation(experiment(StopTime = 2));
    end Compression;

    model Interpolation "A polynomial of third degree in each variable, found again between the points"
      extends Icons.Experiment;
      constant Real g[3] = {0, 1, 2.5};
      parameter Real data[3, 3, 3, 8] = {{{{(1 + x^3)*(2 - y^3)*(z^3 + z), 3*x^2*(2 - y^3)*(z^3 + z), (1 + x^3)*(-3*y^2)*(z^3 + z), (1 + x^3)*(2 - y^3)*(3*z^2 + 1),
        3*x^2*(-3*y^2)*(z^3 + z), 3*x^2*(2 - y^3)*(3*z^2 + 1), (1 + x^3)*(-3*y^2)*(3*z^2 + 1), 3*x^2*(-3*y^2)*(3*z^2 + 1)} for z in g} for y in g} for x in g};
      Real x = 0.1 + time, y = 2.4 - time, z = 0.3 + 0.9*time;
      Real f = triCubic(g, g, g, data, x, y, z);
      Real exact = (1 + x^3)*(2 - y^3)*(z^3 + z);
      Real error = f - exact;
      annotation(experiment(StopTime = 2));
    end Interpolation;

    model Mixing "Five cycles of 80 ms"
      extends Icons.Experiment;
      MixingZones zones;
    equation
      zones.opening = mod(time, 0.08) > 0.04;
      zones.spark = mod(time, 0.08) < 0.01;
      annotation(experiment(StopTime = 0.4, Interval = 1e-5, Tolerance = 1e-8));
    end Mixing;

    model Engine "One cylinder at 1500 turns a minute: a cycle takes 80 ms"
      extends Icons.Experiment;
      Cylinder cylinder;
      Units.Temperature burned = cylinder.Tb, fresh = cylinder.Tu;
      Units.Pressure p = cylinder.p;
      Units.Energy balance = cylinder.balance;
      annotation(experiment(StopTime = 0.4, Interval = 1e-4, Tolerance = 1e-7));
    end Engine;

    model HybridVehicle "Fuel cell, super capacitor and motor on the urban cycle"
      extends Icons.Experiment;
      PowerTrain.CycleOverTime cycle;
      PowerTrain.Driver driver(k = 2);
      PowerTrain.Chassis chassis(driveline = cell.nStacks*60 + 150, coach = 900);
      FuelCellStack cell(nSeries = 200, nStacks = 1);
      PowerControl control(K = 300, tau = 5);
      Rotational.SignalTorque shaft;
      Units.Power motor "Electrical power of the motor";
      Real stored(unit = "J", start = 0.6*7.5e6, fixed = true) "In the capacitor";
      Electrical.Ground ground;
      Electrical.ConstantVoltage bus(V = 200);
      parameter Units.Torque largest = 900 "Of the motor, at the wheels";
    equation
      connect(cycle.v, driver.wanted);
      connect(chassis.v, driver.v);
      chassis.slope = 0;
      connect(shaft.flange, chassis.wheel);
      shaft.u = largest*driver.pedal;
      motor = noEvent(if driver.pedal*chassis.speed >= 0 then 1/0.9 else 0.7)*chassis.traction*chassis.speed;
      control.need = noEvent(max(0, motor));
      control.soc = stored/7.5e6*100;
      connect(control.P, cell.wanted);
      der(stored) = cell.P - motor;
      connect(cell.n, ground.p);
      connect(cell.p, bus.p);
      connect(bus.n, ground.p);
      annotation(experiment(StopTime = 390, Interval = 0.5));
    end HybridVehicle;
  end Examples;
end EnergySystems;
