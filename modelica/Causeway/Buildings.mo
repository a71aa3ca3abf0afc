within Causeway;
package Buildings "Walls, rooms, sun, heating, weather of a year"
  extends Icons.Library;

  constant Real sigma(unit = "W/(m2.K4)") = 5.670374419e-8 "Stefan-Boltzmann constant";

  partial model TwoPorts "Heat from a to b"
    Thermal.Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Thermal.Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.HeatFlowRate Q "From a to b";
  equation
    a.Q_flow = Q;
    b.Q_flow = -Q;
  end TwoPorts;

  model Layer "A layer of a wall: n lumps and the conduction between them"
    extends Icons.Wall;
    parameter Integer n(min = 1) = 5 "Lumps";
    parameter Units.Area A = 10;
    parameter Units.Length d = 0.2 "Thickness";
    parameter Real lambda(unit = "W/(m.K)") = 0.8 "Conductivity";
    parameter Units.Density rho = 1800;
    parameter Real c(unit = "J/(kg.K)") = 900 "Specific heat capacity";
    parameter Units.Temperature T0 = 293.15 "At the beginning";
    Thermal.Port a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Thermal.Port b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Temperature T[n](each start = T0, each fixed = true) "In the middle of a lump";
    Units.HeatFlowRate Q[n + 1] "Between lumps";
    final parameter Units.ThermalConductance G = lambda*A*n/d "Between the middles of two lumps";
    final parameter Units.HeatCapacity C = rho*c*A*d/n "Of a lump";
  equation
    a.Q_flow = Q[1];
    b.Q_flow = -Q[n + 1];
    Q[1] = 2*G*(a.T - T[1]);
    Q[n + 1] = 2*G*(T[n] - b.T);
    for i in 2:n loop
      Q[i] = G*(T[i - 1] - T[i]);
    end for;
    for i in 1:n loop
      C*der(T[i]) = Q[i] - Q[i + 1];
    end for;
    annotation(Documentation(info="<html><p>Felgner et al. (2002), equation 2.6 and figures 2.6, 2.7: <code>m*c*der(T[i]) = G*(T[i-1] - T[i]) - G*(T[i] - T[i+1])</code>.
Half a lump of conduction lies at each surface.</p></html>"));
  end Layer;

  model Convection "alpha*A*(T1 - T2)"
    extends Icons.Box;
    extends TwoPorts;
    parameter Units.Area A = 10;
    parameter Real alpha(unit = "W/(m2.K)") = 8;
  equation
    Q = alpha*A*(a.T - b.T);
  end Convection;

  model RadiationToBlack "Between a surface and a black body of its size: the star node"
    extends Icons.Box;
    extends TwoPorts;
    parameter Units.Area A = 10;
    parameter Real eps = 0.9 "Emissivity of a";
  equation
    Q = sigma*eps*A*(a.T^4 - b.T^4);
  end RadiationToBlack;

  model RadiationByViewFactor "Between two grey surfaces"
    extends Icons.Box;
    extends TwoPorts;
    parameter Units.Area A = 10 "Of a";
    parameter Real F = 0.2 "View factor from a to b";
    parameter Real eps1 = 0.9, eps2 = 0.9;
  equation
    Q = sigma*eps1*eps2*A*F*(a.T^4 - b.T^4);
  end RadiationByViewFactor;

  function viewParallel "View factor of two equal rectangles that face each other"
    extends Icons.Function;
    input Units.Length a, b "Sides", d "Distance";
    output Real F;
  protected
    Real X = a/d, Y = b/d;
    constant Real pi = 3.141592653589793;
  algorithm
    F := 2/(pi*X*Y)*(log(sqrt((1 + X^2)*(1 + Y^2)/(1 + X^2 + Y^2))) + X*sqrt(1 + Y^2)*atan(X/sqrt(1 + Y^2)) + Y*sqrt(1 + X^2)*atan(Y/sqrt(1 + X^2))
      - X*atan(X) - Y*atan(Y));
  end viewParallel;

  function viewPerpendicular "View factor of two rectangles with a common edge, at right angles"
    extends Icons.Function;
    input Units.Length l "Common edge", w "Side of the one that sends", h "Side of the one that receives";
    output Real F;
  protected
    Real H = h/l, W = w/l;
    constant Real pi = 3.141592653589793;
  algorithm
    F := 1/(pi*W)*(W*atan(1/W) + H*atan(1/H) - sqrt(H^2 + W^2)*atan(1/sqrt(H^2 + W^2)) + 0.25*log((1 + W^2)*(1 + H^2)/(1 + W^2 + H^2)
      *(W^2*(1 + W^2 + H^2)/((1 + W^2)*(W^2 + H^2)))^(W^2)*(H^2*(1 + H^2 + W^2)/((1 + H^2)*(H^2 + W^2)))^(H^2)));
  end viewPerpendicular;

  model TwoStarRoom "Air and radiation, each with a node: a star of convection and a star of radiation"
    extends Icons.Box;
    parameter Integer n = 6 "Surfaces";
    parameter Units.Area A[n] = fill(12, n);
    parameter Real alpha[n](each unit = "W/(m2.K)") = fill(3, n) "Convection at the surfaces";
    parameter Real eps[n] = fill(0.9, n) "Emissivities";
    parameter Real V(unit = "m3") = 50 "Air";
    parameter Real change(unit = "1/h") = 0.5 "Exchanges of air an hour";
    parameter Boolean steady = false "Without the heat capacity of the air" annotation(Evaluate = true);
    parameter Units.Temperature T0 = 293.15 "At the beginning";
    Thermal.Port surface[n] annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Thermal.Port air annotation(Placement(transformation(extent={{-40,-70},{-20,-50}})));
    Thermal.Port star "Radiation of lamps, people, radiators" annotation(Placement(transformation(extent={{20,-70},{40,-50}})));
    Blocks.RealInput outside(unit = "K") "Temperature of the air outside" annotation(Placement(transformation(extent={{-20,60},{20,100}}, rotation=-90)));
    Units.Temperature Ta(start = T0) "Air", Ts(start = T0) "Star of radiation";
    Units.Temperature operative = (Ta + Ts)/2;
    Units.HeatFlowRate convective[n], radiant[n], ventilation;
  protected
    constant Real rhocp(unit = "J/(m3.K)") = 1.2*1005;
    constant Real hour(unit = "s/h") = 3600;
  initial equation
    if not steady then
      Ta = T0;
    end if;
  equation
    for i in 1:n loop
      convective[i] = alpha[i]*A[i]*(surface[i].T - Ta);
      radiant[i] = sigma*eps[i]*A[i]*(surface[i].T^4 - Ts^4);
      surface[i].Q_flow = convective[i] + radiant[i];
    end for;
    air.T = Ta;
    star.T = Ts;
    ventilation = V*rhocp*change/hour*(Ta - outside);
    if steady then
      0 = sum(convective) + air.Q_flow - ventilation;
    else
      V*rhocp*der(Ta) = sum(convective) + air.Q_flow - ventilation;
    end if;
    // The star has no capacity: what the surfaces radiate is what other surfaces get.
    0 = sum(radiant) + star.Q_flow;
    annotation(Documentation(info="<html><p>Felgner et al. (2002), figure 2.8. Without the stars, a box needs 15 pairs of surfaces, each with a view factor.</p></html>"));
  end TwoStarRoom;

  function seconds "From the beginning of a year to a date"
    extends Icons.Function;
    input Integer month(min = 1, max = 12), day(min = 1, max = 31);
    input Real hour = 0;
    output Units.Time t;
  protected
    constant Integer before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  algorithm
    t := ((before[month] + day - 1)*24 + hour)*3600;
  end seconds;

  block Calendar "Local time, day and solar time; summer time from March to October"
    extends Icons.Block;
    parameter Units.Time start = 0 "Seconds since the year began, where time is 0: see seconds()";
    parameter Units.Angle longitude = 0.1357 "East";
    parameter Real zone(unit = "h") = 1 "Of standard time";
    parameter Boolean summerTime = false;
    parameter Units.Time step = 3600 "The integrator stops this often: it would not see the sun otherwise";
    Integer steps(start = 0, fixed = true);
    Units.Time t = start + time "Since the year began, in standard time";
    Real n = noEvent(mod(floor(t/86400), 365)) + 1 "Day of the year";
    Real hour = noEvent(mod(t/3600, 24)) "Of standard time";
    Real clock = hour + (if summerTime and noEvent(n > 87 and n < 300) then 1 else 0) "What clocks show, up to 25";
    Real equation_of_time(unit = "min");
    Real solar "Solar time in hours";
    Units.Angle omega "Hour angle, zero at noon";
  protected
    Real B = 2*3.141592653589793*(n - 1)/365;
    constant Real perMinute(unit = "min") = 1;
    constant Units.Time perSecond = 1;
  equation
    when sample(step, step) then
      steps = pre(steps) + 1;
    end when;
    equation_of_time = perMinute*229.18*(0.000075 + 0.001868*cos(B) - 0.032077*sin(B) - 0.014615*cos(2*B) - 0.04089*sin(2*B));
    solar = noEvent(mod(t/perSecond/3600, 24)) + (longitude*180/3.141592653589793/15 - zone) + equation_of_time/perMinute/60;
    omega = (solar - 12)*3.141592653589793/12;
  end Calendar;

  block Sun "Where the sun stands"
    extends Icons.Block;
    parameter Units.Angle latitude = 0.8727;
    Blocks.RealInput n "Day of the year" annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput omega(unit = "rad") "Hour angle" annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Units.Angle declination, zenith, azimuth "From south, west positive";
    Real cosZenith;
    Real extraterrestrial(unit = "W/m2") "On the horizontal, without air";
  protected
    constant Real pi = 3.141592653589793;
  equation
    declination = 23.45*pi/180*sin(2*pi*(284 + n)/365);
    cosZenith = sin(latitude)*sin(declination) + cos(latitude)*cos(declination)*cos(omega);
    zenith = acos(min(1, max(-1, cosZenith)));
    azimuth = atan2(sin(omega)*cos(declination), cos(omega)*sin(latitude)*cos(declination) - sin(declination)*cos(latitude));
    extraterrestrial = noEvent(max(0, cosZenith))*1367*(1 + 0.033*cos(2*pi*n/365));
  end Sun;

  block Sky "Global radiation by a clearness index, divided into beam and diffuse (Erbs)"
    extends Icons.Block;
    Blocks.RealInput extraterrestrial(unit = "W/m2") annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput kT "Clearness index" annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Blocks.RealOutput beam(unit = "W/m2") "On the horizontal" annotation(Placement(transformation(extent={{100,40},{120,60}})));
    Blocks.RealOutput diffuse(unit = "W/m2") "On the horizontal" annotation(Placement(transformation(extent={{100,-60},{120,-40}})));
    Real part "That is diffuse";
  equation
    part = noEvent(if kT <= 0.22 then 1 - 0.09*kT elseif kT <= 0.8 then 0.9511 - 0.1604*kT + 4.388*kT^2 - 16.638*kT^3 + 12.336*kT^4 else 0.165);
    diffuse = part*kT*extraterrestrial;
    beam = (1 - part)*kT*extraterrestrial;
  end Sky;

  block Tilted "Radiation on a tilted surface: beam, isotropic sky, ground"
    extends Icons.Block;
    parameter Units.Angle tilt = 1.5708 "From the horizontal", azimuth = 0 "Of the surface, from south";
    parameter Real albedo = 0.2 "Of the ground";
    Blocks.RealInput zenith(unit = "rad") annotation(Placement(transformation(extent={{-120,60},{-80,100}})));
    Blocks.RealInput sunAzimuth(unit = "rad") annotation(Placement(transformation(extent={{-120,20},{-80,60}})));
    Blocks.RealInput beam(unit = "W/m2") "On the horizontal" annotation(Placement(transformation(extent={{-120,-60},{-80,-20}})));
    Blocks.RealInput diffuse(unit = "W/m2") annotation(Placement(transformation(extent={{-120,-100},{-80,-60}})));
    Blocks.RealOutput G(unit = "W/m2") annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real cosIncidence;
  equation
    cosIncidence = cos(zenith)*cos(tilt) + sin(zenith)*sin(tilt)*cos(sunAzimuth - azimuth);
    // Near the horizon the quotient of cosines is kept below 10.
    G = beam*noEvent(max(0, cosIncidence)/max(0.1, cos(zenith))) + diffuse*(1 + cos(tilt))/2 + albedo*(beam + diffuse)*(1 - cos(tilt))/2;
  end Tilted;

  class WeatherFile "A year from a file: EPW or TMY3"
    extends ExternalObject;
    function constructor
      input String path;
      output WeatherFile weather;
      external "C" weather = weather_new(path) annotation(Include = "#include \"weather.h\"", IncludeDirectory = "modelica://Causeway/Resources/Include");
    end constructor;
    function destructor
      input WeatherFile weather;
      external "C" weather_free(weather) annotation(Include = "#include \"weather.h\"", IncludeDirectory = "modelica://Causeway/Resources/Include");
    end destructor;
  end WeatherFile;

  function weatherAt "A column of a weather file at a time"
    extends Icons.Function;
    input WeatherFile weather;
    input Integer column "1 temperature [K], 2 humidity, 3 direct normal, 4 diffuse, 5 global [W/m2], 6 wind [m/s], 7 pressure [Pa]";
    input Units.Time t "Since the year began";
    output Real y;
    external "C" y = weather_at(weather, column, t) annotation(Include = "#include \"weather.h\"", IncludeDirectory = "modelica://Causeway/Resources/Include");
  end weatherAt;

  function weatherPlace "Where the weather was measured"
    extends Icons.Function;
    input WeatherFile weather;
    input Integer which "1 latitude, 2 longitude [degrees], 3 time zone [h]";
    output Real y;
    external "C" y = weather_place(weather, which) annotation(Include = "#include \"weather.h\"", IncludeDirectory = "modelica://Causeway/Resources/Include");
  end weatherPlace;

  block Weather "Of a year, from a file"
    extends Icons.Block;
    parameter String file "EPW or TMY3 (loadResource for a file of a library)";
    parameter Units.Time start = 0 "Seconds since the year began, where time is 0: see seconds()";
    WeatherFile data = WeatherFile(file);
    Units.Temperature T "Of the air";
    Real humidity "Relative";
    Real direct(unit = "W/m2") "On a surface that faces the sun", diffuse(unit = "W/m2"), total(unit = "W/m2") "On the horizontal";
    Units.Velocity wind;
  protected
    constant Real unitT(unit = "K") = 1, unitG(unit = "W/m2") = 1, unitV(unit = "m/s") = 1;
  equation
    T = weatherAt(data, 1, start + time)*unitT;
    humidity = weatherAt(data, 2, start + time);
    direct = weatherAt(data, 3, start + time)*unitG;
    diffuse = weatherAt(data, 4, start + time)*unitG;
    total = weatherAt(data, 5, start + time)*unitG;
    wind = weatherAt(data, 6, start + time)*unitV;
  end Weather;

  connector Water "Water that flows"
    Units.Pressure p;
    flow Real m_flow(unit = "kg/s") "Mass flow into the component";
    stream Real h_outflow(unit = "J/kg") "Enthalpy, zero at 0 degC";
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,90,160}, fillColor={0,120,220}, fillPattern=FillPattern.Solid)}));
  end Water;

  constant Real cw(unit = "J/(kg.K)") = 4187 "Of water";
  constant Units.Density rhow = 998 "Of water";

  partial model WaterParts "Water from a to b, kept in m kilograms of one temperature"
    parameter Real m(unit = "kg") = 10 "Water inside";
    parameter Units.Temperature T0 = 293.15 "At the beginning";
    Water a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Water b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Temperature T(start = T0, fixed = true) "Of the water inside";
    Real flow_(unit = "kg/s") "From a to b";
    Units.HeatFlowRate Qin "Heat into the water";
  protected
    constant Units.Temperature zero = 273.15;
  equation
    flow_ = a.m_flow;
    a.m_flow + b.m_flow = 0;
    a.h_outflow = cw*(T - zero);
    b.h_outflow = cw*(T - zero);
    m*cw*der(T) = a.m_flow*(actualStream(a.h_outflow) - cw*(T - zero)) + b.m_flow*(actualStream(b.h_outflow) - cw*(T - zero)) + Qin;
  end WaterParts;

  model PipeElement "A length of pipe: friction laminar or turbulent, heat to the wall"
    extends Icons.Pipe;
    extends WaterParts(final m = rhow*pi*D^2/4*L);
    parameter Units.Length D = 0.02, L = 1;
    parameter Real eta(unit = "Pa.s") = 1e-3 "Dynamic viscosity";
    Thermal.Port wall annotation(Placement(transformation(extent={{-10,20},{10,40}})));
    Units.Velocity v "Of the water";
    Real alpha(unit = "W/(m2.K)") "Of Schack; it has none at rest";
    Units.PressureDifference dp;
  protected
    constant Real pi = 3.141592653589793;
    constant Units.Velocity v1 = 1;
    constant Units.Temperature zero0 = 273.15;
    constant Real K1(unit = "K") = 1;
    Real Re;
    Units.PressureDifference laminar, turbulent;
  equation
    flow_ = rhow*v*pi*D^2/4;
    Re = rhow*noEvent(abs(v))*D/eta;
    laminar = 32*eta*L*v/D^2;
    turbulent = 0.3164/noEvent(max(Re, 1))^0.25*L/D*rhow*v*noEvent(abs(v))/2;
    // Between 2300 and 4000 a straight line from one to the other.
    dp = noEvent(if Re < 2300 then laminar elseif Re > 4000 then turbulent else laminar + (turbulent - laminar)*(Re - 2300)/1700);
    dp = a.p - b.p;
    alpha = 3370*(1 + 0.014*(T - zero0)/K1)*(noEvent(abs(v))/v1)^0.85;
    Qin = alpha*pi*D*L*(wall.T - T);
    wall.Q_flow = Qin;
  end PipeElement;

  model Pipe "n elements in a row, without loss of heat"
    extends Icons.Pipe;
    parameter Integer n(min = 1) = 20;
    parameter Units.Length D = 0.02, L = 20;
    parameter Units.Temperature T0 = 283.15;
    Water a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Water b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Temperature T[n](each start = T0, each fixed = true);
    Real m_flow(unit = "kg/s");
    Units.PressureDifference dp;
  protected
    constant Real pi = 3.141592653589793, eta(unit = "Pa.s") = 1e-3;
    constant Units.Temperature zero = 273.15;
    Units.Velocity v;
    Real Re;
  equation
    m_flow = a.m_flow;
    a.m_flow + b.m_flow = 0;
    m_flow = rhow*v*pi*D^2/4;
    Re = rhow*noEvent(abs(v))*D/eta;
    dp = noEvent(if Re < 2300 then 32*eta*L*v/D^2 elseif Re > 4000 then 0.3164/max(Re, 1)^0.25*L/D*rhow*v*abs(v)/2
      else 32*eta*L*v/D^2 + (0.3164/max(Re, 1)^0.25*L/D*rhow*v*abs(v)/2 - 32*eta*L*v/D^2)*(Re - 2300)/1700);
    dp = a.p - b.p;
    a.h_outflow = cw*(T[1] - zero);
    b.h_outflow = cw*(T[n] - zero);
    for i in 1:n loop
      rhow*pi*D^2/4*L/n*der(T[i]) = noEvent(if m_flow >= 0 then m_flow*((if i == 1 then zero + inStream(a.h_outflow)/cw else T[max(1, i - 1)]) - T[i])
        else -m_flow*((if i == n then zero + inStream(b.h_outflow)/cw else T[min(n, i + 1)]) - T[i]));
    end for;
  end Pipe;

  model Pump "A constant difference of pressure"
    extends Icons.Pump;
    parameter Units.PressureDifference dp = 5000;
    Water a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Water b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    b.p = a.p + dp;
    a.m_flow + b.m_flow = 0;
    a.h_outflow = inStream(b.h_outflow);
    b.h_outflow = inStream(a.h_outflow);
  end Pump;

  model Expansion "Gives the pressure of a circuit"
    extends Icons.Vessel;
    parameter Units.Pressure p = 2e5;
    Water a annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    a.p = p;
    a.h_outflow = 0;
  end Expansion;

  model Radiator "Gives heat to air by convection and to the star by radiation"
    extends Icons.Box;
    extends WaterParts(m = 10);
    parameter Units.Power nominal = 1500 "At the nominal excess of temperature";
    parameter Real excess(unit = "K") = 50 "Nominal";
    parameter Real n = 1.3 "Exponent";
    parameter Real radiant = 0.3 "Part that radiates";
    Thermal.Port air annotation(Placement(transformation(extent={{-40,60},{-20,80}})));
    Thermal.Port star annotation(Placement(transformation(extent={{20,60},{40,80}})));
    Units.HeatFlowRate Q;
  equation
    a.p = b.p;
    Q = nominal*noEvent(if T > air.T then ((T - air.T)/excess)^n else 0);
    air.Q_flow = -(1 - radiant)*Q;
    star.Q_flow = -radiant*Q;
    Qin = -Q;
  end Radiator;

  model Boiler "A burner with two points, or an ideal one; efficiency by a map"
    extends Icons.Box;
    extends WaterParts(m = 50);
    parameter Units.Power burner = 20000 "Of the burner";
    parameter Units.Temperature on = 363.15, off = 368.15 "Burner on below, off above";
    parameter Boolean ideal = false "No switching: the heat that is needed, up to the burner's" annotation(Evaluate = true);
    parameter Units.Temperature set = 363.15 "Temperature of the ideal burner";
    replaceable function map = efficiency "Of load and of the temperature that returns" annotation(choicesAllMatching = true);
    Blocks.BooleanInput enable annotation(Placement(transformation(extent={{-20,60},{20,100}}, rotation=-90)));
    Boolean burning(start = false, fixed = true);
    Units.Power fuel "Heating value of the gas";
    Units.Temperature back "Temperature that returns";
    Real eta;
    Real gas(unit = "J", start = 0, fixed = true) "Meter of gas", heat(unit = "J", start = 0, fixed = true) "Meter of heat";
  protected
    Real load;
  equation
    a.p = b.p;
    back = 273.15 + inStream(a.h_outflow)/cw;
    burning = enable and (if ideal then true else T < on or pre(burning) and T < off);
    load = if ideal then noEvent(min(1, max(0, (set - T)*m*cw/20/burner))) else 1;
    eta = map(load, back);
    fuel = if burning then burner*load else 0;
    Qin = eta*fuel;
    der(gas) = fuel;
    der(heat) = Qin;
    annotation(Documentation(info="<html><p>Two points as in Felgner et al. (2002), figure 4.4; the ideal mode and the map that can be replaced as in Wischhusen and Schmitz (2002).</p></html>"),
      Icon(graphics={Polygon(points={{-20,-50},{-30,-20},{-5,30},{5,0},{20,10},{25,-25},{15,-50},{-20,-50}}, lineColor={200,60,0}, fillColor={255,140,0}, fillPattern=FillPattern.Solid)}));
  end Boiler;

  function efficiency "Of a conventional boiler"
    extends Icons.Function;
    input Real load;
    input Units.Temperature back "Of the water that returns";
    output Real eta;
  algorithm
    eta := 0.94 - 0.02*load;
  end efficiency;

  function condensing "Efficiency of a condensing boiler: higher while the return is below 57 degC"
    extends Icons.Function;
    input Real load;
    input Units.Temperature back;
    output Real eta;
  algorithm
    eta := 0.97 - 0.01*load + 0.0035*max(0, 330.15 - back);
  end condensing;

  model MixingValve "Hot water from a and water that returns from c, to b"
    extends Icons.Valve;
    Water a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Water b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Water c annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Blocks.RealInput u "Part of hot water" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
  protected
    Real x = min(1, max(0, u));
  equation
    a.p = b.p;
    a.m_flow = -x*b.m_flow;
    a.m_flow + b.m_flow + c.m_flow = 0;
    b.h_outflow = x*inStream(a.h_outflow) + (1 - x)*inStream(c.h_outflow);
    a.h_outflow = inStream(b.h_outflow);
    c.h_outflow = inStream(b.h_outflow);
  end MixingValve;

  block BoilerByFlow "A boiler whose mass flow is a signal: one state, V*rho*c*der(T) = m*c*(Tin - Tout) + Q"
    extends Icons.Block;
    parameter Real V(unit = "m3") = 0.4;
    parameter Units.Power burner = 400e3;
    parameter Units.Temperature T0 = 333.15;
    parameter Boolean dynamic = true "With the heat stored in the water" annotation(Evaluate = true);
    Blocks.RealInput m(unit = "kg/s") annotation(Placement(transformation(extent={{-120,60},{-80,100}})));
    Blocks.RealInput Tin(unit = "K") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealInput set(unit = "K") annotation(Placement(transformation(extent={{-120,-100},{-80,-60}})));
    Blocks.RealOutput T(unit = "K", start = T0) "Of the water that leaves" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Units.Power Q;
    Boolean idealMode "The heat is adjusted to the set value, without switching the burner";
  initial equation
    if dynamic then
      T = T0;
    end if;
  equation
    if dynamic then
      idealMode = T > set - 1;
      Q = if idealMode then noEvent(min(burner, max(0, m*cw*(set - Tin)))) else burner;
      V*rhow*cw*der(T) = m*cw*(Tin - T) + Q;
    else
      idealMode = true;
      Q = noEvent(min(burner, max(0, m*cw*(set - Tin))));
      0 = m*cw*(Tin - T) + Q;
    end if;
  end BoilerByFlow;

  package Fuzzy "Rules as texts"
    extends Icons.Library;

    function member "How much x belongs to a set: small, medium, big; very by squares; n before it: not"
      extends Icons.Function;
      input String set;
      input Real x;
      input Real e[8] "small falls e1 to e2, medium rises e3 to e4 and falls e5 to e6, big rises e7 to e8";
      output Real y;
    protected
      Real small, medium, big;
    algorithm
      small := min(1, max(0, (e[2] - x)/(e[2] - e[1])));
      medium := min(1, max(0, min((x - e[3])/(e[4] - e[3]), (e[6] - x)/(e[6] - e[5]))));
      big := min(1, max(0, (x - e[7])/(e[8] - e[7])));
      if set == "" then
        y := 1;
      elseif set == "small" then
        y := small;
      elseif set == "vsmall" then
        y := small^2;
      elseif set == "medium" then
        y := medium;
      elseif set == "big" then
        y := big;
      elseif set == "vbig" then
        y := big^2;
      elseif set == "nsmall" then
        y := 1 - small;
      elseif set == "nvsmall" then
        y := 1 - small^2;
      elseif set == "nmedium" then
        y := 1 - medium;
      elseif set == "nbig" then
        y := 1 - big;
      elseif set == "nvbig" then
        y := 1 - big^2;
      else
        y := 0;
        assert(false, "'" + set + "' is no fuzzy set: small, medium, big, vsmall, vbig, or one of them with n before it");
      end if;
    end member;

    function value "Where an output set stands"
      extends Icons.Function;
      input String set;
      output Real y;
    algorithm
      y := if set == "VSMALL" then 0 elseif set == "SMALL" then 0.25 elseif set == "MEDIUM" then 0.5 elseif set == "BIG" then 0.75 else 1;
      assert(set == "VSMALL" or set == "SMALL" or set == "MEDIUM" or set == "BIG" or set == "VBIG", "'" + set + "' is no output set: VSMALL, SMALL, MEDIUM, BIG, VBIG");
    end value;

    block Controller "A rule is a row of input sets and of output sets; an empty text says nothing"
      extends Icons.Block;
      parameter Integer nIn = 2, nOut = 2, nRules = 3;
      parameter String inputs[nRules, nIn] = {{"small", ""}, {"big", "small"}, {"big", "nbig"}};
      parameter String outputs[nRules, nOut] = {{"MEDIUM", ""}, {"", "VSMALL"}, {"BIG", "VBIG"}};
      parameter Real e[nIn, 8] = fill({0.1, 0.4, 0.2, 0.45, 0.55, 0.8, 0.6, 0.9}, nIn) "Corners of the sets";
      Blocks.RealInput u[nIn] annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
      Blocks.RealOutput y[nOut] annotation(Placement(transformation(extent={{100,-10},{120,10}})));
      Real active[nRules] "How much a rule applies";
    equation
      for r in 1:nRules loop
        active[r] = min(member(inputs[r, i], u[i], e[i, :]) for i in 1:nIn);
      end for;
      // The weighted mean of where the output sets stand.
      for k in 1:nOut loop
        y[k]*max(1e-9, sum(if outputs[r, k] == "" then 0 else active[r] for r in 1:nRules)) = sum(if outputs[r, k] == "" then 0 else active[r]*value(outputs[r, k]) for r in 1:nRules);
      end for;
    end Controller;

    block Rule "One rule as a block, to be wired"
      extends Icons.Block;
      parameter Integer nIn = 2;
      parameter String sets[nIn] = {"small", ""};
      parameter Real e[nIn, 8] = fill({0.1, 0.4, 0.2, 0.45, 0.55, 0.8, 0.6, 0.9}, nIn);
      Blocks.RealInput u[nIn] annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
      Blocks.RealOutput active annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    equation
      active = min(member(sets[i], u[i], e[i, :]) for i in 1:nIn);
    end Rule;
  end Fuzzy;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model WallChain "A wall between two temperatures: a straight line in the end"
      extends Icons.Experiment;
      Layer wall(n = 10, A = 1, d = 0.3, lambda = 0.9, rho = 1800, c = 900, T0 = 283.15);
      Thermal.FixedTemperature inside(T0 = 293.15), outside(T0 = 273.15);
      Units.HeatFlowRate Q = wall.Q[1];
      Units.Temperature middle = (wall.T[5] + wall.T[6])/2;
    equation
      connect(inside.port, wall.a);
      connect(wall.b, outside.port);
      annotation(experiment(StopTime = 1e6, Interval = 1e4, Tolerance = 1e-9));
    end WallChain;

    model TwoStar "2000 W into a room at rest: every watt leaves through a surface or with the air"
      extends Icons.Experiment;
      TwoStarRoom room(steady = true, A = {20, 20, 12, 12, 15, 15}, change = 0.5);
      Thermal.Conductor wall[6](G = {10, 12, 8, 8, 20, 6});
      Thermal.FixedTemperature outside[6](T0 = {268.15, 268.15, 288.15, 288.15, 268.15, 283.15});
      parameter Units.Power heater = 2000;
      Thermal.FixedHeatFlow convection(Q0 = 0.7*heater), radiation(Q0 = 0.3*heater);
      Units.HeatFlowRate leaving = sum(wall.Q) + room.ventilation;
      Real closing(unit = "W") = leaving - heater;
    equation
      for i in 1:6 loop
        connect(room.surface[i], wall[i].a);
        connect(wall[i].b, outside[i].port);
      end for;
      room.outside = 268.15;
      connect(convection.port, room.air);
      connect(radiation.port, room.star);
      annotation(experiment(StopTime = 1, Tolerance = 1e-10));
    end TwoStar;

    model ViewFactors "Of a box: the factors of each surface sum to one"
      extends Icons.Experiment;
      parameter Units.Length a = 5, b = 4, c = 2.5 "Sides of the box";
      Real floor = viewParallel(a, b, c) + 2*viewPerpendicular(a, b, c) + 2*viewPerpendicular(b, a, c) "From the floor to all others";
      Real cube = viewParallel(1, 1, 1) "0.1998";
      Real edge = viewPerpendicular(1, 1, 1) "0.2000";
      annotation(experiment(StopTime = 1));
    end ViewFactors;

    model SunOverTheYear "Height of the sun in Kaiserslautern"
      extends Icons.Experiment;
      Calendar calendar(longitude = 0.1357, zone = 1);
      Sun sun(latitude = 0.8630);
      Sky sky;
      Tilted south;
      Real energy(unit = "J/m2", start = 0, fixed = true) "On the horizontal over the year, without air";
    equation
      sun.n = calendar.n;
      sun.omega = calendar.omega;
      sky.extraterrestrial = sun.extraterrestrial;
      sky.kT = 0.5;
      south.zenith = sun.zenith;
      south.sunAzimuth = sun.azimuth;
      south.beam = sky.beam;
      south.diffuse = sky.diffuse;
      der(energy) = sun.extraterrestrial;
      annotation(experiment(StopTime = 31536000, Interval = 43200));
    end SunOverTheYear;

    model Circuit "20 m of pipe, a pump, a boiler that is switched on at 600 s"
      extends Icons.Experiment;
      Pipe pipe(n = 20, L = 20, D = 0.02, T0 = 283.15);
      Boiler boiler(m = 20, burner = 10000, T0 = 283.15);
      Pump pump(dp = 3000);
      Expansion vessel;
      Radiator radiator(m = 5, nominal = 5000, T0 = 283.15);
      Thermal.FixedTemperature room(T0 = 293.15);
    equation
      connect(boiler.b, pump.a);
      connect(pump.b, pipe.a);
      connect(pipe.b, radiator.a);
      connect(radiator.b, boiler.a);
      connect(radiator.air, room.port);
      connect(radiator.star, room.port);
      connect(vessel.a, boiler.a);
      boiler.enable = time >= 600;
      annotation(experiment(StopTime = 4000, Interval = 5), Documentation(info="<html><p>Felgner et al. (2002), figure 4.4: fronts that arrive one after the other, then a saw-tooth
between 90 and 95 degC.</p></html>"));
    end Circuit;

    model FuzzyRules "The three rules, as texts and as blocks"
      extends Icons.Experiment;
      Fuzzy.Controller texts;
      Fuzzy.Rule rule1(sets = {"small", ""}), rule2(sets = {"big", "small"}), rule3(sets = {"big", "nbig"});
      Real u[2] = {time, 0.5 + 0.5*sin(7*time)};
      Real y1, y2 "By blocks";
      Real difference = abs(y1 - texts.y[1]) + abs(y2 - texts.y[2]);
    equation
      texts.u = u;
      rule1.u = u;
      rule2.u = u;
      rule3.u = u;
      y1*max(1e-9, rule1.active + rule3.active) = 0.5*rule1.active + 0.75*rule3.active;
      y2*max(1e-9, rule2.active + rule3.active) = 0*rule2.active + rule3.active;
      annotation(experiment(StopTime = 1));
    end FuzzyRules;

    model BoilerStep "Three boilers get a step of the set value after an hour"
      extends Icons.Experiment;
      BoilerByFlow small(burner = 140e3, V = 0.2), middle(burner = 400e3, V = 0.5), large(burner = 740e3, V = 0.9), static(burner = 740e3, dynamic = false);
      Units.Temperature set = if time < 3600 then 338.15 else 363.15;
    equation
      small.m = 2;
      middle.m = 2;
      large.m = 2;
      static.m = 2;
      small.Tin = 333.15;
      middle.Tin = 333.15;
      large.Tin = 333.15;
      static.Tin = 333.15;
      small.set = set;
      middle.set = set;
      large.set = set;
      static.set = set;
      annotation(experiment(StopTime = 7200, Interval = 10), Documentation(info="<html><p>Wischhusen and Schmitz (2002), figure 5: 2 kg/s that return at 60 degC. 140 kW can only
give 76.7 degC.</p></html>"));
    end BoilerStep;

    model HouseOverAYear "A room with walls, window, sun and an ideal heater, through a year of sinusoidal weather"
      extends Icons.Experiment;
      parameter Units.Temperature wanted = 293.15;
      Calendar calendar;
      Sun sun;
      Sky sky;
      Tilted south;
      TwoStarRoom room(A = {12, 12, 12, 12, 20, 20});
      Layer wall[4](each n = 3, each A = 12, each d = 0.3, each lambda = 0.3, each T0 = 288.15);
      Layer floor(n = 3, A = 20, d = 0.2, T0 = 285.15), roof(n = 3, A = 20, d = 0.25, lambda = 0.1, rho = 200, T0 = 285.15);
      Thermal.Conductor window(G = 4), film[5](each G = 250);
      Thermal.FixedTemperature ground(T0 = 283.15);
      Units.Temperature Tout "Of the air outside";
      Units.Power heating;
      Real heat(unit = "J", start = 0, fixed = true) "Meter of heat", gain(unit = "J", start = 0, fixed = true) "Sun through the window";
      Real kWh = heat/3.6e6;
    protected
      constant Real pi = 3.141592653589793;
      Thermal.SignalTemperature air[6];
      Thermal.SignalHeatFlow convection, radiation;
      constant Units.Area glass = 1;
    equation
      Tout = 282.65 - 9*cos(2*pi*(time/86400 - 20)/365) - 4*cos(2*pi*(time/86400 - 0.1));
      sun.n = calendar.n;
      sun.omega = calendar.omega;
      sky.extraterrestrial = sun.extraterrestrial;
      sky.kT = 0.45;
      south.zenith = sun.zenith;
      south.sunAzimuth = sun.azimuth;
      south.beam = sky.beam;
      south.diffuse = sky.diffuse;
      for i in 1:4 loop
        connect(room.surface[i], wall[i].a);
        connect(wall[i].b, film[i].a);
        connect(film[i].b, air[i].port);
      end for;
      connect(room.surface[5], floor.a);
      connect(floor.b, ground.port);
      connect(room.surface[6], roof.a);
      connect(roof.b, film[5].a);
      connect(film[5].b, air[5].port);
      connect(room.air, window.a);
      connect(window.b, air[6].port);
      for i in 1:6 loop
        air[i].u = Tout;
      end for;
      room.outside = Tout;
      heating = noEvent(min(4000, max(0, 1000*(wanted - room.Ta))));
      // Heater and sun: the air gets half of the heater, the star the other half and what comes through 3 m2 of glass.
      connect(convection.port, room.air);
      connect(radiation.port, room.star);
      convection.u = 0.5*heating;
      radiation.u = 0.5*heating + 3*0.6*south.G*glass;
      der(heat) = heating;
      der(gain) = 3*0.6*south.G*glass;
      annotation(experiment(StopTime = 31536000, Interval = 86400, Tolerance = 1e-4));
    end HouseOverAYear;
  end Examples;
  annotation(Documentation(info="<html><p>After F. Felgner, S. Agustina, R. Cladera Bohigas, R. Merz, L. Litz: <em>Simulation of Thermal Building Behaviour in Modelica</em> and
S. Wischhusen, G. Schmitz: <em>Numerical Simulation of Complex Cooling and Heating Systems</em> (2nd International Modelica Conference, 2002).</p></html>"));
end Buildings;
