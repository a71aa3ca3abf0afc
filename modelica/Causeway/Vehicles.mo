within Causeway;
package Vehicles "Tyres in three parts, and vehicles on a plane"
  extends Icons.Library;

  constant Units.Acceleration g = 9.81;

  connector Frame "A point of a body that moves in a plane"
    Units.Position r[2] "In the frame of the ground";
    Units.Angle phi "About the vertical";
    flow Units.Force f[2] "Into the component, in the frame of the ground";
    flow Units.Torque t;
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={80,80,80}, fillColor={200,200,200}, fillPattern=FillPattern.Solid)}));
  end Frame;

  package Planar "Bodies in a plane"
    extends Icons.Library;

    model Body "Mass and inertia at a point"
      extends Icons.Component;
      parameter Units.Mass m = 1500;
      parameter Units.MomentOfInertia I = 2500;
      Frame frame annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
      Units.Velocity v[2] "In the frame of the ground";
      Units.AngularVelocity w "Yaw rate";
    equation
      v = der(frame.r);
      w = der(frame.phi);
      m*der(v) = frame.f;
      I*der(w) = frame.t;
      annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={60,60,60}, fillColor={180,200,220}, fillPattern=FillPattern.Sphere)}));
    end Body;

    model Translation "A rod of fixed length"
      extends Icons.Shaft;
      parameter Units.Position r[2] = {1, 0} "From a to b, in the frame of a";
      Frame a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
      Frame b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    protected
      Units.Position d[2];
    equation
      d = {cos(a.phi)*r[1] - sin(a.phi)*r[2], sin(a.phi)*r[1] + cos(a.phi)*r[2]};
      b.r = a.r + d;
      b.phi = a.phi;
      a.f + b.f = zeros(2);
      a.t + b.t + d[1]*b.f[2] - d[2]*b.f[1] = 0;
    end Translation;

    model Revolute "A joint that a signal turns, or that is free"
      extends Icons.Shaft;
      parameter Boolean driven = true annotation(Evaluate = true);
      Frame a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
      Frame b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
      Blocks.RealInput u(unit = "rad") "Angle of b relative to a, when driven" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
      Units.Angle phi(start = 0);
      Units.AngularVelocity w(start = 0);
    equation
      b.r = a.r;
      phi = b.phi - a.phi;
      w = der(phi);
      a.f + b.f = zeros(2);
      a.t + b.t = 0;
      if driven then
        phi = u;
      else
        b.t = 0;
      end if;
    end Revolute;
  end Planar;

  package Contacts "What the road does to the patch"
    extends Icons.Library;

    partial model Base "Forces of the patch by its slips and load"
      extends Icons.Box;
      input Real kappa "Longitudinal slip";
      input Units.Angle alpha "Slip angle";
      input Units.Force Fz "Load";
      Units.Force Fx "Along the wheel", Fy "Across it, to the left";
      Units.Torque Mz "About the vertical";
    end Base;

    model Linear "Stiffnesses"
      extends Base;
      parameter Real Ck(unit = "N") = 60000 "By longitudinal slip", Ca(unit = "N/rad") = 60000 "By slip angle";
      parameter Units.Length trail = 0.03 "Pneumatic trail";
    equation
      Fx = Ck*kappa;
      Fy = -Ca*alpha;
      Mz = -trail*Fy;
    end Linear;

    model Saturated "A curve with a limit that depends on the load"
      extends Base;
      parameter Real Ck(unit = "N") = 60000, Ca(unit = "N/rad") = 60000;
      parameter Real mu = 1 "Largest force by load";
      parameter Units.Force Fz0 = 4000;
      parameter Units.Length trail = 0.03;
    protected
      Units.Force limit = mu*Fz*(1 - 0.05*(Fz/Fz0 - 1));
    equation
      Fx = limit*tanh(Ck*kappa/limit);
      Fy = -limit*tanh(Ca*alpha/limit);
      Mz = -trail*Fy*(1 - (Fy/limit)^2);
    end Saturated;

    record MagicData "Coefficients of the Magic Formula, pure slips"
      extends Icons.Record;
      parameter Units.Force Fz0 = 4000 "Nominal load";
      parameter Real pCx = 1.65, pDx1 = 1.1, pDx2 = -0.1, pEx = 0.3, pKx1 = 22, pKx3 = 0 "Longitudinal: shape, peak, its change with the load, curvature, stiffness, its change";
      parameter Real pCy = 1.3, pDy1 = 1.0, pDy2 = -0.1, pEy = -0.8, pKy1 = 20, pKy2 = 1.6 "Lateral: shape, peak, its change with the load, curvature, stiffness, load of the largest stiffness";
      parameter Real qBz = 8, qCz = 1.1, qDz = 0.1, R0 = 0.3 "Trail: stiffness, shape, peak by radius, radius [m]";
      parameter Real lambdaMu = 1 "Factor of both peaks";
    end MagicData;
    constant MagicData car(Fz0 = 4000) "A passenger car";

    model MagicFormula "y = D*sin(C*atan(B*x - E*(B*x - atan(B*x)))), combined by the circle of slips"
      extends Base;
      parameter MagicData data = car;
    protected
      Real dfz = (Fz - data.Fz0)/data.Fz0;
      Units.Force Dx, Dy, Kx, Ky;
      Real sx, sy, s "Slips relative to those of the peaks";
      Real Bx, By, x, y;
      constant Units.Length metre = 1;
    equation
      Dx = data.lambdaMu*Fz*(data.pDx1 + data.pDx2*dfz);
      Dy = data.lambdaMu*Fz*(data.pDy1 + data.pDy2*dfz);
      Kx = Fz*data.pKx1*exp(data.pKx3*dfz);
      Ky = data.Fz0*data.pKy1*sin(2*atan(Fz/(data.pKy2*data.Fz0)));
      Bx = Kx/(data.pCx*Dx);
      By = Ky/(data.pCy*Dy);
      // The slips of both directions share one path: in each direction alone the formula is exact.
      sx = Bx*kappa;
      sy = By*tan(alpha);
      s = sqrt(sx^2 + sy^2 + 1e-12);
      x = Dx*sin(data.pCx*atan(s - data.pEx*(s - atan(s))));
      y = Dy*sin(data.pCy*atan(s - data.pEy*(s - atan(s))));
      Fx = x*sx/s;
      Fy = -y*sy/s;
      Mz = -Fy*data.qDz*data.R0*metre*cos(data.qCz*atan(data.qBz*tan(alpha)));
      annotation(Documentation(info="<html><p>Bakker, Nyborg and Pacejka (1987), with load dependence; the full set has 73 coefficients, of which the ones that matter on a level road without camber are here.</p></html>"));
    end MagicFormula;
  end Contacts;

  partial model BaseWheel "A wheel between a carrier and the road; its load is given"
    extends Icons.Component;
    parameter Units.Length R = 0.3 "Loaded radius";
    parameter Units.Length Re = 0.305 "Effective rolling radius: larger than the loaded one";
    Frame carrier annotation(Placement(transformation(extent={{-10,90},{10,110}})));
    Rotational.Flange axle annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealInput load(unit = "N") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Units.Velocity vx "Of the carrier along the wheel", vy "... across";
    Units.Force Fx, Fy;
    Units.Torque Mz;
    Real kappa "Longitudinal slip";
    Units.Angle alpha "Slip angle";
  protected
    Units.Velocity v[2];
    parameter Units.Velocity slow = 0.5 "Below this speed slips are damped";
  equation
    // Hub: turns the forces of the wheel into the frame of the ground; the torque about the axle goes to the axle.
    v = der(carrier.r);
    vx = cos(carrier.phi)*v[1] + sin(carrier.phi)*v[2];
    vy = -sin(carrier.phi)*v[1] + cos(carrier.phi)*v[2];
    kappa = (Re*der(axle.phi) - vx)/sqrt(vx^2 + slow^2);
    alpha = atan(vy/sqrt(vx^2 + slow^2));
    carrier.f = -{cos(carrier.phi)*Fx - sin(carrier.phi)*Fy, sin(carrier.phi)*Fx + cos(carrier.phi)*Fy};
    carrier.t = -Mz;
    axle.tau = R*Fx;
    annotation(Icon(graphics={Ellipse(extent={{-80,80},{80,-80}}, lineColor={40,40,40}, fillColor={80,80,80}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-45,45},{45,-45}}, lineColor={40,40,40}, fillColor={220,220,220}, fillPattern=FillPattern.Solid)}));
  end BaseWheel;

  model Wheel "Hub, rigid belt and a contact that can be exchanged"
    extends BaseWheel;
    replaceable model Contact = Contacts.Linear constrainedby Contacts.Base annotation(choicesAllMatching = true);
    Contact contact(kappa = kappa, alpha = alpha, Fz = load);
  equation
    Fx = contact.Fx;
    Fy = contact.Fy;
    Mz = contact.Mz;
  end Wheel;

  model BeltWheel "The belt moves against the rim before the patch slips"
    extends BaseWheel;
    replaceable model Contact = Contacts.Linear constrainedby Contacts.Base annotation(choicesAllMatching = true);
    parameter Units.Stiffness cy = 1.5e5 "Lateral stiffness of the belt";
    parameter Units.Length relaxation = 0.3 "Length of relaxation, longitudinal";
    Real kappaP(start = 0, fixed = true) "Slip of the patch", alphaP(start = 0, fixed = true);
    Contact contact(kappa = kappaP, alpha = alphaP, Fz = load);
  equation
    relaxation*der(kappaP) = sqrt(vx^2 + slow^2)*(kappa - kappaP);
    relaxation*der(alphaP) = sqrt(vx^2 + slow^2)*(alpha - alphaP);
    Fx = contact.Fx;
    Fy = contact.Fy;
    Mz = contact.Mz + Fy*Fx/cy;
  end BeltWheel;

  model Road "Altitude over the ground: a slope and waves"
    parameter Real slope = 0;
    parameter Units.Length height = 0 "Of the waves", length = 10;
    function altitude
      input Units.Position x;
      input Real slope;
      input Units.Length height, length;
      output Units.Position z;
    algorithm
      z := slope*x + height*sin(2*3.141592653589793*x/length);
      annotation(Inline = true, smoothOrder = 10);
    end altitude;
  end Road;

  model Bicycle "Two axles; the front one is steered, the rear one driven or free"
    extends Icons.Vehicle;
    replaceable model Contact = Contacts.Linear constrainedby Contacts.Base annotation(choicesAllMatching = true);
    parameter Units.Mass m = 1500;
    parameter Units.MomentOfInertia I = 2500;
    parameter Units.Length lf = 1.3 "Centre of gravity to front axle", lr = 1.3 "... to rear axle";
    parameter Units.Velocity v0 = 20 "At the beginning";
    Blocks.RealInput steer(unit = "rad") "Angle of the front wheels" annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput torque(unit = "N.m") "On the rear axle" annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Frame cog annotation(Placement(transformation(extent={{-10,60},{10,80}})));
    Planar.Body body(m = m, I = I);
    Planar.Translation front(r = {lf, 0}), rear(r = {-lr, 0});
    Planar.Revolute steering;
    Wheel frontWheel(redeclare model Contact = Contact), rearWheel(redeclare model Contact = Contact);
    Rotational.Inertia frontAxle(J = 2, w(start = v0/0.305, fixed = true), phi(start = 0, fixed = true)), rearAxle(J = 2, w(start = v0/0.305, fixed = true), phi(start = 0, fixed = true));
    Rotational.SignalTorque drive;
    Units.Acceleration ay "Across the vehicle";
    Units.AngularVelocity yaw = body.w;
    Units.Velocity speed "Along the vehicle";
  initial equation
    body.frame.r = {0, 0};
    body.frame.phi = 0;
    body.v = {v0, 0};
    body.w = 0;
  equation
    connect(body.frame, cog);
    connect(body.frame, front.a);
    connect(body.frame, rear.a);
    connect(front.b, steering.a);
    connect(steering.b, frontWheel.carrier);
    connect(rear.b, rearWheel.carrier);
    connect(steer, steering.u);
    connect(frontWheel.axle, frontAxle.a);
    connect(rearWheel.axle, rearAxle.a);
    connect(drive.flange, rearAxle.b);
    connect(torque, drive.u);
    frontWheel.load = m*g*lr/(lf + lr);
    rearWheel.load = m*g*lf/(lf + lr);
    speed = cos(cog.phi)*body.v[1] + sin(cog.phi)*body.v[2];
    ay = -sin(cog.phi)*der(body.v[1]) + cos(cog.phi)*der(body.v[2]);
  end Bicycle;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model StepSteer "A step of the steering angle, with linear tyres and with the Magic Formula"
      extends Icons.Experiment;
      parameter Units.Angle angle = 0.03 "0.03 and 0.2 in the paper";
      Bicycle linear(redeclare model Contact = Contacts.Linear(Ca = 79230, Ck = 161900)), magic(redeclare model Contact = Contacts.MagicFormula);
      Units.AngularVelocity yawLinear = linear.yaw, yawMagic = magic.yaw;
    equation
      linear.steer = angle*min(1, time/0.05);
      magic.steer = angle*min(1, time/0.05);
      linear.torque = 300*(20 - linear.speed);
      magic.torque = 300*(20 - magic.speed);
      annotation(experiment(StopTime = 2.8, Interval = 0.01, Tolerance = 1e-6), Documentation(info="<html><p>Andreasson and Jarlmark (2002): at 0.03 rad both agree, at 0.2 rad the linear tyre does not see the skid.</p></html>"));
    end StepSteer;

    model Understeer "The steering angle rises slowly: gradient of angle by lateral acceleration"
      extends Icons.Experiment;
      parameter Real lambda = 0.45 "Front axle to centre of gravity, by wheelbase";
      parameter Units.Length wheelbase = 2.6;
      parameter Real C(unit = "N/rad") = 120000 "Of each axle";
      Bicycle car(lf = lambda*wheelbase, lr = (1 - lambda)*wheelbase, redeclare model Contact = Contacts.Linear(Ca = C, Ck = 160000, trail = 0));
      Real K(unit = "rad.s2/m") "Understeer gradient";
      final parameter Real exact(unit = "rad.s2/m") = 1500/wheelbase*((1 - lambda)*wheelbase - lambda*wheelbase)/C "(m/L)*(lr/Cf - lf/Cr)";
    equation
      car.steer = 0.01*min(1, time/2);
      car.torque = 500*(20 - car.speed);
      K = noEvent(if abs(car.ay) < 0.1 then 0 else (car.steer - wheelbase*car.yaw/car.speed)/car.ay);
      annotation(experiment(StopTime = 20, Tolerance = 1e-8));
    end Understeer;

    model Curves "The Magic Formula over the slip angle"
      extends Icons.Experiment;
      Contacts.MagicFormula tyre(kappa = 0, alpha = (time - 15)*3.141592653589793/180, Fz = 4000);
      Contacts.Saturated curve(kappa = 0, alpha = (time - 15)*3.141592653589793/180, Fz = 4000);
      Contacts.MagicFormula braking(kappa = (time - 15)/15, alpha = 0, Fz = 4000);
      Units.Force Fy = tyre.Fy;
      annotation(experiment(StopTime = 30, Interval = 0.1));
    end Curves;

    model Trailer "A lane change with a trailer on a free joint"
      extends Icons.Experiment;
      Bicycle car(redeclare model Contact = Contacts.MagicFormula);
      Planar.Translation coupling(r = {-2.2, 0}), drawbar(r = {-2, 0});
      Planar.Revolute joint(driven = false, phi(start = 0, fixed = true), w(start = 0, fixed = true));
      Planar.Body box(m = 600, I = 600);
      Wheel wheel(redeclare model Contact = Contacts.MagicFormula, axle(phi(start = 0, fixed = true)));
      Rotational.Inertia axle(J = 1, w(start = 20/0.305, fixed = true));
    equation
      connect(car.cog, coupling.a);
      connect(coupling.b, joint.a);
      connect(joint.b, drawbar.a);
      connect(drawbar.b, box.frame);
      connect(drawbar.b, wheel.carrier);
      connect(wheel.axle, axle.a);
      wheel.load = 600*g;
      joint.u = 0;
      car.steer = if time < 1 or time > 3 then 0 else 0.03*sin(3.141592653589793*(time - 1));
      car.torque = 300*(20 - car.speed);
      annotation(experiment(StopTime = 8, Interval = 0.01, Tolerance = 1e-6));
    end Trailer;
  end Examples;
  annotation(Documentation(info="<html><p>After J. Andreasson, J. Jarlmark: <em>Modularised Tyre Modelling in Modelica</em> (2nd International Modelica Conference, 2002).</p></html>"));
end Vehicles;
