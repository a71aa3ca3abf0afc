within Causeway;
package Flight "Aircraft: rigid body, air, wind, gravity, trim and inverse models"
  extends Icons.Library;

  connector Frame "A point of the aircraft"
    Units.Position r[3] "North, east, down";
    Units.Angle a[3] "Roll, pitch and yaw: Euler's angles of the body";
    flow Units.Force F[3] "Into the component, in the frame of the body";
    flow Units.Torque M[3];
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={60,60,120}, fillColor={190,190,230}, fillPattern=FillPattern.Solid)}));
  end Frame;

  model Gravity "Falls with the square of the distance; the function can be exchanged"
    replaceable function acceleration
      input Units.Position r[3];
      output Units.Acceleration a[3] "North, east, down";
    algorithm
      a := {0, 0, 9.80665*(6371e3/(6371e3 - r[3]))^2};
      annotation(Inline = true, smoothOrder = 10);
    end acceleration;
    annotation(defaultComponentPrefixes = "inner", defaultComponentName = "gravity");
  end Gravity;

  model Atmosphere "The standard atmosphere below 11 km; the function can be exchanged"
    replaceable function density
      input Units.Position r[3];
      output Units.Density rho;
    algorithm
      rho := 1.225*(1 + 0.0065*r[3]/288.15)^4.2559;
      annotation(Inline = true, smoothOrder = 10);
    end density;
    annotation(defaultComponentPrefixes = "inner", defaultComponentName = "atmosphere");
  end Atmosphere;

  model Wind "None; the function can be exchanged"
    replaceable function velocity
      input Units.Position r[3];
      input Units.Time t;
      output Units.Velocity v[3] "North, east, down";
    algorithm
      v := {0, 0, 0};
      annotation(Inline = true, smoothOrder = 10);
    end velocity;
    annotation(defaultComponentPrefixes = "inner", defaultComponentName = "wind");
  end Wind;

  function gustVelocity "A gust from below: 1 - cos over one second at 2 s"
    input Units.Position r[3];
    input Units.Time t;
    output Units.Velocity v[3];
  algorithm
    v := {0, 0, if t > 2 and t < 3 then -2.5*(1 - cos(2*3.141592653589793*(t - 2))) else 0};
    annotation(Inline = true, smoothOrder = 1);
  end gustVelocity;

  model Gust "A gust from below"
    extends Wind(redeclare function velocity = gustVelocity);
    Integer looks(start = 0, fixed = true);
  equation
    // From rest an integrator would step over the gust.
    when sample(0, 0.1) then
      looks = pre(looks) + 1;
    end when;
  end Gust;

  function euler "From the frame of the ground to that of the body (DIN 9300)"
    extends Icons.Function;
    input Units.Angle phi, theta, psi;
    output Real T[3, 3];
  algorithm
    T := [cos(theta)*cos(psi), cos(theta)*sin(psi), -sin(theta);
          sin(phi)*sin(theta)*cos(psi) - cos(phi)*sin(psi), sin(phi)*sin(theta)*sin(psi) + cos(phi)*cos(psi), sin(phi)*cos(theta);
          cos(phi)*sin(theta)*cos(psi) + sin(phi)*sin(psi), cos(phi)*sin(theta)*sin(psi) - sin(phi)*cos(psi), cos(phi)*cos(theta)];
    annotation(Inline = true, smoothOrder = 10);
  end euler;

  partial model Point "Speeds at a point of the aircraft, in the frame of the body"
    Frame point annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Real T[3, 3] "From the frame of the ground to that of the body";
    Units.Velocity v[3];
    Units.AngularVelocity w[3];
  equation
    T = euler(point.a[1], point.a[2], point.a[3]);
    v = T*der(point.r);
    w = {der(point.a[1]) - sin(point.a[2])*der(point.a[3]), cos(point.a[1])*der(point.a[2]) + sin(point.a[1])*cos(point.a[2])*der(point.a[3]),
      -sin(point.a[1])*der(point.a[2]) + cos(point.a[1])*cos(point.a[2])*der(point.a[3])};
  end Point;

  model Body "Six degrees of freedom; weight by the field of gravity where it is"
    extends Icons.Box;
    outer Gravity gravity;
    parameter Units.Mass m = 1000;
    parameter Real I[3, 3](each unit = "kg.m2") = [1300, 0, 0; 0, 1800, 0; 0, 0, 2700];
    Frame cog annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Units.Velocity v[3](start = {50, 0, 0}, each stateSelect = StateSelect.prefer), V "Over ground";
    Units.AngularVelocity w[3](each stateSelect = StateSelect.prefer);
    Units.Angle phi(stateSelect = StateSelect.prefer), theta(stateSelect = StateSelect.prefer), psi(stateSelect = StateSelect.prefer);
    Units.Position r[3](each stateSelect = StateSelect.prefer);
    Units.Angle gamma "Of the path over the horizon";
    Real nz "Load factor";
    Real T[3, 3];
  equation
    cog.r = r;
    cog.a = {phi, theta, psi};
    T = euler(phi, theta, psi);
    V = sqrt(v*v);
    der(r) = transpose(T)*v;
    der(phi) = w[1] + (w[2]*sin(phi) + w[3]*cos(phi))*tan(theta);
    der(theta) = w[2]*cos(phi) - w[3]*sin(phi);
    der(psi) = (w[2]*sin(phi) + w[3]*cos(phi))/cos(theta);
    m*(der(v) + cross(w, v)) = cog.F + m*T*gravity.acceleration(r);
    I*der(w) + cross(w, I*w) = cog.M;
    gamma = asin(-(transpose(T)*v)[3]/V);
    nz = -cog.F[3]/(m*9.80665);
  end Body;

  model Offset "From one point of the body to another: speeds one way, forces the other"
    extends Icons.Shaft;
    parameter Units.Position d[3] = {0, 0, 0} "From a to b, in the frame of the body";
    Frame a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Frame b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    b.r = a.r + transpose(euler(a.a[1], a.a[2], a.a[3]))*d;
    b.a = a.a;
    a.F + b.F = zeros(3);
    a.M + b.M + cross(d, b.F) = zeros(3);
  end Offset;

  model Aerodynamics "Lift, drag, side force and moments of a small aircraft, by polynomials"
    extends Icons.Box;
    extends Point;
    outer Atmosphere atmosphere;
    outer Wind wind;
    parameter Units.Area S = 16;
    parameter Units.Length c = 1.5 "Chord", b = 10.9 "Span";
    parameter Real CL0 = 0.31, CLa = 5.1, CLq = 3.9, CLde = 0.43;
    parameter Real CD0 = 0.031, k = 0.054 "Induced drag";
    parameter Real Cm0 = -0.015, Cma = -0.89, Cmq = -12.4, Cmde = -1.28;
    parameter Real CYb = -0.31, CYdr = 0.187, Clb = -0.089, Clp = -0.47, Clr = 0.096, Clda = 0.178, Cldr = 0.0147;
    parameter Real Cnb = 0.065, Cnp = -0.03, Cnr = -0.099, Cnda = -0.053, Cndr = -0.0657;
    Blocks.RealInput de(unit = "rad") "Elevator" annotation(Placement(transformation(extent={{120,40},{80,80}})));
    Blocks.RealInput da(unit = "rad") "Ailerons" annotation(Placement(transformation(extent={{120,-20},{80,20}})));
    Blocks.RealInput dr(unit = "rad") "Rudder" annotation(Placement(transformation(extent={{120,-80},{80,-40}})));
    Units.Velocity va[3] "Against the air", Va;
    Units.Angle alpha, beta;
    Real CL, CD, CY;
    Units.Pressure q "Dynamic";
  equation
    va = v - T*wind.velocity(point.r, time);
    Va = sqrt(va*va);
    alpha = atan2(va[3], va[1]);
    beta = asin(va[2]/Va);
    q = atmosphere.density(point.r)*Va^2/2;
    CL = CL0 + CLa*alpha + CLq*w[2]*c/(2*Va) + CLde*de;
    CD = CD0 + k*CL^2;
    CY = CYb*beta + CYdr*dr;
    point.F = -q*S*{CL*sin(alpha) - CD*cos(alpha), CY, -CL*cos(alpha) - CD*sin(alpha)};
    point.M = -q*S*{b*(Clb*beta + (Clp*w[1] + Clr*w[3])*b/(2*Va) + Clda*da + Cldr*dr),
      c*(Cm0 + Cma*alpha + Cmq*w[2]*c/(2*Va) + Cmde*de),
      b*(Cnb*beta + (Cnp*w[1] + Cnr*w[3])*b/(2*Va) + Cnda*da + Cndr*dr)};
  end Aerodynamics;

  model Propeller "Thrust by the throttle; less at speed"
    extends Icons.Box;
    extends Point;
    parameter Units.Force static = 3500 "Full throttle at rest";
    parameter Units.Velocity V1 = 120 "No thrust at this speed";
    Blocks.RealInput throttle "0 to 1" annotation(Placement(transformation(extent={{120,-20},{80,20}})));
    Units.Force thrust;
  equation
    thrust = throttle*static*(1 - v[1]/V1);
    point.F = {-thrust, 0, 0};
    point.M = {0, 0, 0};
  end Propeller;

  model Aircraft "Body, air and propeller at points of their own"
    extends Icons.Component;
    Body body;
    Aerodynamics air;
    Propeller propeller;
    Offset toWing(d = {0.02, 0, 0}), toPropeller(d = {1.8, 0, -0.1});
    Blocks.RealInput de, da, dr, throttle;
  equation
    connect(body.cog, toWing.a);
    connect(toWing.b, air.point);
    connect(body.cog, toPropeller.a);
    connect(toPropeller.b, propeller.point);
    connect(de, air.de);
    connect(da, air.da);
    connect(dr, air.dr);
    connect(throttle, propeller.throttle);
    annotation(Icon(graphics={Polygon(points={{-90,0},{-60,10},{-10,10},{10,60},{25,60},{20,10},{60,10},{80,30},{88,30},{80,0},{88,-30},{80,-30},{60,-10},{20,-10},{25,-60},{10,-60},{-10,-10},{-60,-10},{-90,0}},
      lineColor={60,60,120}, fillColor={210,210,240}, fillPattern=FillPattern.Solid)}));
  end Aircraft;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model Trim "The condition of flight is given; deflections, throttle and attitude follow, and hold"
      extends Icons.Experiment;
      inner Gravity gravity;
      inner Atmosphere atmosphere;
      inner replaceable Wind wind;
      Aircraft plane;
      parameter Units.Velocity V = 55 "Speed";
      parameter Units.Angle gamma = 0 "Of the path";
      parameter Units.Length height = 1000;
      parameter Real de(fixed = false, start = -0.03), da(fixed = false, start = 0), dr(fixed = false, start = 0), throttle(fixed = false, start = 0.4);
      Units.Acceleration drift = max(abs(der(plane.body.v))) "Of what is at rest";
      Units.AngularAcceleration turning = max(abs(der(plane.body.w)));
    initial equation
      plane.body.V = V;
      plane.body.gamma = gamma;
      plane.air.beta = 0;
      der(plane.body.v) = zeros(3);
      der(plane.body.w) = zeros(3);
      der(plane.body.theta) = 0;
      der(plane.body.phi) = 0;
      der(plane.body.psi) = 0;
      plane.body.psi = 0;
      plane.body.r = {0, 0, -height};
    equation
      plane.de = de;
      plane.da = da;
      plane.dr = dr;
      plane.throttle = throttle;
      annotation(experiment(StopTime = 10, Tolerance = 1e-10), Documentation(info="<html><p>Moormann and Looye (2002), figure 8: twelve states and four controls; nine derivatives are zero, speed, path, sideslip, heading and place
are given. The trim is part of the initialisation.</p></html>"));
    end Trim;

    model GustResponse "Through a gust from below, from the trimmed state"
      extends Trim(redeclare Gust wind);
      annotation(experiment(StopTime = 20, Interval = 0.02, Tolerance = 1e-8));
    end GustResponse;

    model Inversion "The rates of turning are given; the deflections that make them follow"
      extends Icons.Experiment;
      inner Gravity gravity;
      inner Atmosphere atmosphere;
      inner Wind wind;
      Aircraft plane(body(v(start = {55, 0, 1}, fixed = {true, true, true}), w(start = {0, 0, 0}, fixed = {true, true, true}), phi(start = 0, fixed = true), theta(start = 0.02, fixed = true),
        psi(start = 0, fixed = true), r(start = {0, 0, -1000}, fixed = {true, true, true})));
      Real pdot(unit = "rad/s2") = 0.1*sin(time), qdot(unit = "rad/s2") = 0.02*sin(2*time), rdot(unit = "rad/s2") = 0;
      output Units.Angle de, da, dr "What a controller that inverts the aircraft commands";
    equation
      der(plane.body.w[1]) = pdot;
      der(plane.body.w[2]) = qdot;
      der(plane.body.w[3]) = rdot;
      plane.de = de;
      plane.da = da;
      plane.dr = dr;
      plane.throttle = 0.4;
      annotation(experiment(StopTime = 5, Tolerance = 1e-8));
    end Inversion;

    model Fields "The frame of Euler's angles is orthogonal; density and gravity fall with the height"
      extends Icons.Experiment;
      constant Units.AngularVelocity one = 1;
      constant Units.Velocity climb = 11000;
      Real T[3, 3] = euler(0.3 + one*time, 0.2*one*time, -one*time);
      Real error = max(abs(T*transpose(T) - identity(3)));
      Atmosphere atmosphere;
      Gravity gravity;
      Units.Density rho = atmosphere.density({0, 0, -climb*time});
      annotation(experiment(StopTime = 1));
    end Fields;
  end Examples;
  annotation(Documentation(info="<html><p>After D. Moormann, G. Looye: <em>The Modelica Flight Dynamics Library</em> (2nd International Modelica Conference, 2002). The aircraft is a small one of four seats; its polynomials are of the
size that textbooks give. Gravity, air and wind are fields: each part asks for them where it is.</p></html>"));
end Flight;
