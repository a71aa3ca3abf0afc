within Causeway;
package PowerTrain "Gears with losses, friction, clutches, and the parts of hybrid vehicles"
  extends Icons.Library;

  function lookup "A column of a table, linear between the rows and constant outside"
    extends Icons.Function;
    input Real table[:, :] "Abscissas in column 1, rising";
    input Integer column;
    input Real x "Abscissa";
    output Real y;
  protected
    Integer n = size(table, 1);
    Integer i;
  algorithm
    if n == 1 or x <= table[1, 1] then
      y := table[1, column];
    elseif x >= table[n, 1] then
      y := table[n, column];
    else
      i := 1;
      while x > table[i + 1, 1] loop
        i := i + 1;
      end while;
      y := table[i, column] + (table[i + 1, column] - table[i, column])*(x - table[i, 1])/(table[i + 1, 1] - table[i, 1]);
    end if;
  end lookup;

  partial model MeshLoss "Friction of meshing teeth and of bearings, which sticks at rest"
    parameter Real lossTable[:, 5] = [0, 1, 1, 0, 0]
      "Rows of speed, efficiency driven from a, efficiency driven from b, bearing torques of both directions";
    Units.Torque tau "Torque that enters at the side whose speed counts";
    Units.AngularVelocity w "Speed that counts";
    Units.Torque loss "Torque that is lost";
    Integer mode(start = 3, fixed = true, min = -1, max = 3) "-1 backward, 0 stuck, 1 forward, 3 not yet known";
    Boolean locked "True while the teeth stand still";
    Units.Power dissipation = loss*w "Never negative";
  protected
    Real sa(start = 0) "Parameter of the curve: loss torque at rest, otherwise acceleration above it";
    Units.AngularAcceleration accel;
    Real eta1, eta2;
    Units.Torque bearing1, bearing2, shift;
    Units.Torque high, low "Loss while going forward and backward";
    Units.Torque rest1, rest2, restHigh, restLow "... at rest";
    Real eta10 = lossTable[1, 2], eta20 = lossTable[1, 3];
    Units.Torque shift0;
    Boolean forward, backward "Motion begins";
    Boolean positiveHigh, positiveLow;
    constant Units.Torque unitTorque = 1;
    constant Units.AngularAcceleration unitAcceleration = 1;
  equation
    accel = der(w);
    eta1 = lookup(lossTable, 2, noEvent(abs(w)));
    eta2 = lookup(lossTable, 3, noEvent(abs(w)));
    bearing1 = lookup(lossTable, 4, noEvent(abs(w)))*unitTorque;
    bearing2 = lookup(lossTable, 5, noEvent(abs(w)))*unitTorque;
    rest1 = lossTable[1, 4]*unitTorque;
    rest2 = lossTable[1, 5]*unitTorque;
    // The lines of both directions of power meet where the torque equals this, not at zero.
    shift = if noEvent(abs(eta1 - 1/eta2) > 1e-12) then (bearing1 - bearing2)/(eta1 - 1/eta2) else 0*unitTorque;
    shift0 = if abs(eta10 - 1/eta20) > 1e-12 then (rest1 - rest2)/(eta10 - 1/eta20) else 0*unitTorque;
    positiveHigh = tau >= shift;
    positiveLow = tau >= -shift;
    high = if positiveHigh then (1 - eta1)*tau + bearing1 else (1 - 1/eta2)*tau + bearing2;
    low = if positiveLow then (1 - 1/eta2)*tau - bearing2 else (1 - eta1)*tau - bearing1;
    restHigh = if tau >= shift0 then (1 - eta10)*tau + rest1 else (1 - 1/eta20)*tau + rest2;
    restLow = if tau >= -shift0 then (1 - 1/eta20)*tau - rest2 else (1 - eta10)*tau - rest1;
    forward = pre(mode) == 0 and sa*unitTorque > restHigh or initial() and w > 0;
    backward = pre(mode) == 0 and sa*unitTorque < restLow or initial() and w < 0;
    locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
    loss = if locked then sa*unitTorque elseif pre(mode) == 1 or forward then high else low;
    accel = unitAcceleration*(if locked then 0 else sa - loss/unitTorque);
    mode = if (pre(mode) == 1 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
    annotation(Documentation(info="<html>
<p>Pelchen, Schweiger and Otter (2002), table 1 and equations 13 to 16. With <code>w</code> the speed and <code>tau</code> the torque that enters, the loss is</p>
<pre>
going forward,  tau &gt;= shift:  (1 - eta1)*tau + bearing1      else (1 - 1/eta2)*tau + bearing2
going backward, tau &gt;= -shift: (1 - 1/eta2)*tau - bearing2    else (1 - eta1)*tau - bearing1
</pre>
<p>At rest the loss is whatever keeps the gear at rest, as long as it lies between both lines. The paper lets the sign of the torque decide which side drives
(<code>shift = 0</code>); with bearing friction a state may then have no solution. Here the lines meet where they are equal.</p>
</html>"));
  end MeshLoss;

  model LossyGear "A gear whose efficiency depends on the direction of power, and that sticks"
    extends Icons.Shaft;
    extends MeshLoss(w(stateSelect = StateSelect.prefer));
    parameter Real ratio = 1 "Speed of a divided by that of b";
    Rotational.Flange a "Driving shaft" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange b "Driven shaft" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Rotational.Flange support "Housing" annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Units.Angle phi "Angle of a relative to the housing";
  equation
    phi = a.phi - support.phi;
    phi = ratio*(b.phi - support.phi);
    w = der(phi);
    tau = a.tau;
    b.tau = -ratio*(a.tau - loss);
    0 = a.tau + b.tau + support.tau;
    annotation(Icon(graphics={Rectangle(extent={{-40,60},{-20,-60}}, lineColor={60,60,60}, fillColor={220,220,220}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{20,80},{40,-80}}, lineColor={60,60,60}, fillColor={220,220,220}, fillPattern=FillPattern.Solid),
      Line(points={{-20,40},{20,40}}, color={160,0,0})}),
      Documentation(info="<html><p>The torque at <code>b</code> is <code>ratio*(a.tau - loss)</code>; <code>loss</code> is that of
<a href=\"modelica://Causeway.PowerTrain.MeshLoss\">MeshLoss</a>. The housing takes the difference: connect it to a
<a href=\"modelica://Causeway.Rotational.Fixed\">Fixed</a> or to what carries it.</p></html>"));
  end LossyGear;

  model LossyPlanetary "A planetary gear whose teeth lose power"
    extends Icons.Shaft;
    extends MeshLoss(w(stateSelect = StateSelect.prefer));
    parameter Real i0 = -70/30 "Stationary ratio: speed of sun by speed of ring, both relative to the carrier";
    Rotational.Flange sun "Shaft A" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange carrier "Shaft B: its speed is that of the block" annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Rotational.Flange ring "Shaft C" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Angle phi "Angle of the sun relative to the carrier";
  equation
    assert(i0 > 1 or i0 < 0, "i0 of a planetary gear must be negative or above 1; otherwise exchange sun and ring");
    phi = sun.phi - carrier.phi;
    phi = i0*(ring.phi - carrier.phi);
    w = der(phi);
    tau = sun.tau;
    ring.tau = -i0*(sun.tau - loss);
    0 = sun.tau + carrier.tau + ring.tau;
    annotation(Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-25,25},{25,-25}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-20,66},{20,26}}, lineColor={60,60,60}), Ellipse(extent={{-20,-26},{20,-66}}, lineColor={60,60,60})}),
      Documentation(info="<html><p>Willis: <code>wA - wB = i0*(wC - wB)</code>; the losses are those of the gear with a standing carrier, so that they depend on the
speed and the torque of the sun relative to the carrier (Pelchen et al. 2002, equations 20 to 41). A block of all three loses nothing.</p></html>"));
  end LossyPlanetary;

  model IdealPlanetary "A planetary gear without losses"
    extends Icons.Shaft;
    parameter Real i0 = -70/30 "Stationary ratio";
    Rotational.Flange sun annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange carrier annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Rotational.Flange ring annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    sun.phi - carrier.phi = i0*(ring.phi - carrier.phi);
    ring.tau = -i0*sun.tau;
    0 = sun.tau + carrier.tau + ring.tau;
    annotation(Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-25,25},{25,-25}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Solid)}));
  end IdealPlanetary;

  model Gear "An ideal gear whose housing takes the torque"
    extends Icons.Shaft;
    parameter Real ratio = 1 "Speed of a divided by that of b";
    Rotational.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Rotational.Flange housing annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    a.phi - housing.phi = ratio*(b.phi - housing.phi);
    0 = ratio*a.tau + b.tau;
    0 = a.tau + b.tau + housing.tau;
    annotation(Documentation(info="<html><p>A gear without housing does not conserve angular momentum (Tiller, Tobler, Kuang 2002). Here the torques sum to zero and so does the power.</p></html>"),
      Icon(graphics={Rectangle(extent={{-40,60},{-20,-60}}, lineColor={60,60,60}, fillColor={220,220,220}, fillPattern=FillPattern.Solid),
        Rectangle(extent={{20,80},{40,-80}}, lineColor={60,60,60}, fillColor={220,220,220}, fillPattern=FillPattern.Solid)}));
  end Gear;

  model RigidBypass "Parallel to a compliance: removes it altogether, or does nothing"
    extends Icons.Shaft;
    parameter Boolean rigid = false "Remove the compliance" annotation(Evaluate = true);
    Rotational.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    if rigid then
      a.tau + b.tau = 0;
      a.phi = b.phi;
    else
      a.tau = 0;
      b.tau = 0;
    end if;
  end RigidBypass;

  partial model Coupling "A part between two shafts whose relative speed counts"
    extends Icons.Shaft;
    Rotational.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Angle phi(start = 0, stateSelect = StateSelect.prefer) "Angle of b relative to a";
    Units.AngularVelocity w(start = 0, stateSelect = StateSelect.prefer) "Speed of b relative to a";
    Units.Torque tau "Torque from a to b";
  equation
    phi = b.phi - a.phi;
    w = der(phi);
    b.tau = tau;
    a.tau = -tau;
  end Coupling;

  model SpringDamper "An elastic shaft with damping"
    extends Coupling;
    parameter Units.RotationalStiffness c = 1e4 "Stiffness";
    parameter Units.RotationalDampingFactor d = 0 "Damping";
    parameter Units.Angle phi0 = 0 "Angle at which it is relaxed";
  equation
    tau = c*(phi - phi0) + d*w;
    annotation(Icon(graphics={Line(points={{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0}}, color={60,60,60}, thickness=0.5)}));
  end SpringDamper;

  model Backlash "Play between two shafts, then a spring with damping that never pulls"
    extends Coupling;
    parameter Units.Angle play(min = 0) = 0.05 "Total play";
    parameter Units.RotationalStiffness c = 1e4 "Stiffness in contact";
    parameter Units.RotationalDampingFactor d = 0 "Damping in contact";
  protected
    Units.Torque elastic, damped;
  equation
    elastic = if phi > play/2 then c*(phi - play/2) elseif phi < -play/2 then c*(phi + play/2) else 0;
    damped = elastic + d*w;
    tau = if phi > play/2 then (if damped < 0 then 0 else damped) elseif phi < -play/2 then (if damped > 0 then 0 else damped) else 0;
    annotation(Icon(graphics={Line(points={{-60,-40},{-20,0},{20,0},{60,40}}, color={160,0,0}, thickness=0.5)}));
  end Backlash;

  model Halfshaft "A shaft whose stiffness changes with the angle"
    extends Coupling;
    parameter Units.RotationalStiffness c1 = 3000 "Stiffness below the bend";
    parameter Units.RotationalStiffness c2 = 8000 "Stiffness above it";
    parameter Units.Angle bend = 0.05 "Angle of the bend";
    parameter Units.RotationalDampingFactor d = 5 "Damping";
  equation
    tau = d*w + (if phi > bend then c1*bend + c2*(phi - bend) elseif phi < -bend then -c1*bend + c2*(phi + bend) else c1*phi);
  end Halfshaft;

  partial model Sticking "Dry friction as a parameterised curve that sticks"
    Units.AngularVelocity speed "Speed between the surfaces";
    Units.Torque slide "Torque of Coulomb friction now; it may change";
    Units.Torque stick "Torque that can be held at rest";
    parameter Units.RotationalDampingFactor d = 0 "Viscous part while engaged";
    Units.Torque friction "Against the motion";
    Boolean free "Open: no torque";
    Integer mode(start = 3, fixed = true, min = -1, max = 3) "-1 backward, 0 stuck, 1 forward, 2 open, 3 not yet known";
    Boolean locked;
  protected
    Real sa(start = 0);
    Boolean forward, backward;
    constant Units.Torque unitTorque = 1;
    constant Units.AngularAcceleration unitAcceleration = 1;
  equation
    forward = pre(mode) == 0 and (sa*unitTorque > stick or pre(forward) and sa*unitTorque > slide)
      or pre(mode) == -1 and speed > 1e-10 or initial() and speed > 0;
    backward = pre(mode) == 0 and (sa*unitTorque < -stick or pre(backward) and sa*unitTorque < -slide)
      or pre(mode) == 1 and speed < -1e-10 or initial() and speed < 0;
    locked = not free and not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
    der(speed) = unitAcceleration*(if locked then 0 elseif free then sa elseif forward then sa - slide/unitTorque
      elseif backward then sa + slide/unitTorque elseif pre(mode) == 1 then sa - slide/unitTorque else sa + slide/unitTorque);
    friction = if locked then sa*unitTorque elseif free then 0 elseif forward then slide + d*speed
      elseif backward then -slide + d*speed elseif pre(mode) == 1 then slide + d*speed else -slide + d*speed;
    mode = if free then 2 elseif (pre(mode) == 1 or pre(mode) == 2 or forward) and speed > 0 then 1
      elseif (pre(mode) == -1 or pre(mode) == 2 or backward) and speed < 0 then -1 else 0;
  initial equation
    pre(forward) = false;
    pre(backward) = false;
    annotation(Documentation(info="<html><p>While sliding, friction has the size <code>slide</code>. At rest it is what keeps the acceleration zero, up to <code>stick</code>.
The curve of torque over acceleration is followed by the parameter <code>sa</code> (Otter, Elmqvist, Mattsson 1999).</p></html>"));
  end Sticking;

  model Clutch "A disc clutch that really sticks"
    extends Coupling;
    extends Sticking;
    parameter Units.Force force = 5000 "Normal force of a signal of 1";
    parameter Real mu = 0.12 "Friction coefficient while sliding";
    parameter Real peak(min = 1) = 1 "Friction at rest divided by that while sliding";
    parameter Units.Length radius = 0.1 "Mean radius times number of surfaces";
    Blocks.RealInput u "Normal force divided by force: 0 open, 1 closed" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
  equation
    speed = w;
    free = u <= 0;
    slide = if free then 0 else mu*radius*force*u;
    stick = peak*slide;
    tau = friction;
    annotation(Icon(graphics={Rectangle(extent={{-30,60},{-10,-60}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{10,60},{30,-60}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Solid),
      Line(points={{-40,70},{0,100},{40,70}}, color={0,0,127})}));
  end Clutch;

  model Brake "A clutch against the housing"
    extends Icons.Shaft;
    extends Sticking;
    parameter Units.Force force = 5000 "Normal force of a signal of 1";
    parameter Real mu = 0.12 "Friction coefficient while sliding";
    parameter Real peak(min = 1) = 1 "Friction at rest divided by that while sliding";
    parameter Units.Length radius = 0.1 "Mean radius times number of surfaces";
    Rotational.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Angle phi(start = 0) "Angle of the shaft";
    Units.AngularVelocity w(start = 0, stateSelect = StateSelect.prefer) "Speed of the shaft";
    Blocks.RealInput u "Normal force divided by force" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    speed = w;
    free = u <= 0;
    slide = if free then 0 else mu*radius*force*u;
    stick = peak*slide;
    a.tau + b.tau - friction = 0;
    annotation(Icon(graphics={Rectangle(extent={{-30,60},{30,30}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Backward),
      Rectangle(extent={{-30,-30},{30,-60}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Backward)}));
  end Brake;

  model FreeWheel "Transmits torque in one direction; otherwise runs free"
    extends Coupling;
    Boolean locked(start = true, fixed = true);
  protected
    Real s(start = 0) "Torque while locked, speed while free";
    constant Units.Torque unitTorque = 1;
    constant Units.AngularAcceleration unitAcceleration = 1;
  equation
    // Free while b runs ahead of a; locked, it pushes b forward: torque on b as a part is negative then.
    tau = if pre(locked) then -s*unitTorque else 0;
    der(w) = if pre(locked) then 0 else s*unitAcceleration;
    when pre(locked) and s < 0 then
      locked = false;
    elsewhen not pre(locked) and w < 0 then
      locked = true;
      reinit(w, 0);
    end when;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={60,60,60}, fillColor={235,235,235}, fillPattern=FillPattern.Solid),
      Polygon(points={{-20,30},{40,0},{-20,-30},{-20,30}}, lineColor={60,60,60}, fillColor={60,60,60}, fillPattern=FillPattern.Solid)}));
  end FreeWheel;

  package LuGre "Friction with a state: bristles that bend (Canudas de Wit et al. 1995; Aberger and Otter 2002)"
    extends Icons.Library;

    partial model Bristles "The law of friction between two surfaces"
      parameter Units.RotationalStiffness sigma0 = 1e5 "Stiffness of the bristles";
      parameter Units.RotationalDampingFactor sigma1 = sqrt(1e5) "Damping of the bristles";
      parameter Units.RotationalDampingFactor viscous = 0.4 "Viscous friction";
      parameter Units.AngularVelocity ws = 0.001 "Speed of Stribeck";
      parameter Units.Angle zN = 1e-5 "Size of the deflection, by which it is scaled";
      Units.AngularVelocity speed "Between the surfaces";
      Units.Torque coulomb "Friction at high speed";
      Units.Torque static "Largest friction at rest";
      Real z(start = 0) "Mean deflection divided by zN";
      Real zs(unit = "1/s") "Its rate";
      Units.Angle g "Deflection while sliding at this speed";
      Units.Torque bristle "Torque of bristles and viscous friction";
      Boolean falling "The deflection decreases: the change is an event";
    equation
      g = (coulomb + (static - coulomb)*exp(-(speed/ws)^2))/sigma0;
      zs = der(z);
      zs = speed/zN - noEvent(abs(speed))*z/g;
      falling = zs < 0;
      bristle = sigma0*z*zN + sigma1*zs*zN + viscous*speed;
      annotation(Documentation(info="<html><p>With <code>zN = 1</code> the deflection is unscaled; then it is so small that error control does not see it. <code>falling</code> is used nowhere:
its event makes the integrator notice the sharp change at break-away. Steady: <code>(coulomb + (static - coulomb)*exp(-(w/ws)^2))*sign(w) + viscous*w</code>.</p></html>"));
    end Bristles;

    model BearingFriction "Of a shaft against the housing"
      extends Icons.Shaft;
      extends Bristles;
      parameter Units.Torque tau_c = 1 "Friction at high speed";
      parameter Units.Torque tau_s = 1.5 "Largest friction at rest";
      Rotational.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
      Rotational.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
      Units.Torque tau "Friction";
    equation
      a.phi = b.phi;
      speed = der(a.phi);
      coulomb = tau_c;
      static = tau_s;
      tau = bristle;
      a.tau + b.tau - tau = 0;
    initial equation
      z = (if speed > 0 then 1 elseif speed < 0 then -1 else 0)*g/zN;
      annotation(Icon(graphics={Line(points={{-60,-30},{-30,-60},{0,-30},{30,-60},{60,-30}}, color={160,0,0}, thickness=0.5)}));
    end BearingFriction;

    partial model Discs "Discs pressed together by a signal"
      extends Coupling;
      extends Bristles(sigma0 = 1e5);
      parameter Units.Force force = 5000 "Normal force of a signal of 1";
      parameter Real mu_c = 0.12 "Friction coefficient at high speed";
      parameter Real mu_s(min = mu_c) = 0.15 "... at rest";
      parameter Units.Length radius = 0.1 "Mean radius times number of surfaces";
      Blocks.RealInput u "Normal force divided by force" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
      Boolean free "Open";
    protected
      Units.Torque scale "Torque of a friction coefficient of 1";
    equation
      speed = w;
      free = u <= 0;
      scale = radius*force*(if free then 0 else u);
      coulomb = mu_c*radius*force;
      static = mu_s*radius*force;
    initial equation
      z = (if speed > 0 then 1 elseif speed < 0 then -1 else 0)*g/zN;
    end Discs;

    model Clutch "A disc clutch; open when the signal is not positive"
      extends Discs;
    equation
      tau = if free then 0 else bristle*scale/(radius*force);
    end Clutch;

    model OneWayClutch "A clutch and a free wheel in parallel, as one part"
      extends Discs;
      Boolean holds "The free wheel carries the torque";
      parameter Real strength(min = 1) = 20 "Torque the free wheel can carry, relative to the closed clutch";
    equation
      // Deflected backward, the free wheel bars the way whatever the signal is; forward it lets go.
      holds = z < 0;
      tau = if holds then strength*bristle elseif free then 0 else bristle*scale/(radius*force);
    end OneWayClutch;
  end LuGre;

  model VariableGear "A belt: its ratio follows the wish, the torque and the loss their curves"
    extends Icons.Shaft;
    parameter Real low = 0.5 "Smallest ratio";
    parameter Real high = 2.5 "Largest ratio";
    parameter Real A = 0.6, B = 0.9, C = 12 "Efficiency: B + (A - B)/(1 + exp(t*C)) with t the torque relative to its limit";
    parameter Units.Torque limit = 250 "Largest torque that goes out";
    Rotational.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Rotational.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.RealInput u "Ratio that is wanted: speed of a by speed of b" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
    Real ratio "Ratio in force";
    Real eta "Efficiency";
    Units.Power lost "Never negative";
  equation
    ratio = min(high, max(low, u));
    der(a.phi) = ratio*der(b.phi);
    eta = B + (A - B)/(1 + exp(min(1, noEvent(abs(ratio*a.tau))/limit)*C));
    b.tau = -ratio*a.tau*(if a.tau*der(a.phi) >= 0 then eta else 1/eta);
    lost = a.tau*der(a.phi) + b.tau*der(b.phi);
    annotation(Documentation(info="<html><p>Hellgren (2002), equations 29 to 33: <code>eta(t) = B + (A - B)/(1 + exp(C*t))</code>; without torque it is the mean of A and B, under load it approaches B.</p></html>"),
      Icon(graphics={Polygon(points={{-40,60},{-20,20},{-20,-20},{-40,-60},{-40,60}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Solid),
        Polygon(points={{40,60},{20,20},{20,-20},{40,-60},{40,60}}, lineColor={60,60,60}, fillColor={190,190,190}, fillPattern=FillPattern.Solid),
        Line(points={{-30,30},{30,30}}, color={40,40,40}, thickness=1)}));
  end VariableGear;

  model Chassis "A vehicle on a road: inertia, air, rolling, slope, and the limit of the wheels"
    extends Icons.Vehicle;
    parameter Units.Mass driveline = 100 "Mass of engine, motor, battery: give it from their masses";
    parameter Units.Mass coach = 900 "Mass of the body";
    parameter Units.Mass passengers = 80;
    final parameter Units.Mass m = driveline + coach + passengers "Total mass";
    parameter Real rotating = 1.05 "Factor that stands for rotating masses";
    parameter Units.Length radius = 0.3 "Of the wheels";
    parameter Units.Area cwA = 0.6 "Drag coefficient times area of the front";
    parameter Real roll = 0.01 "Rolling resistance by normal force";
    parameter Units.Density air = 1.2;
    parameter Units.Force grip = 1e6 "Largest force of the wheels";
    Rotational.Flange wheel annotation(Placement(transformation(extent={{-110,-50},{-90,-30}})));
    Blocks.RealInput slope "Sine of the angle of the road" annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealOutput v(unit = "m/s") "Speed" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Units.Position s(start = 0, fixed = true) "Way";
    Units.Velocity speed(start = 0, fixed = true);
    Units.Force traction, drag, rolling, climb;
    Boolean spinning "The wheels are at their limit";
  protected
    constant Units.Acceleration g = 9.81;
    constant Units.Velocity v1 = 1;
  equation
    der(s) = speed;
    v = speed;
    der(wheel.phi) = speed/radius;
    spinning = noEvent(abs(wheel.tau)) > grip*radius;
    traction = if spinning then grip*(if wheel.tau > 0 then 1 else -1) else wheel.tau/radius;
    drag = cwA*air*speed*noEvent(abs(speed))/2;
    rolling = roll*m*g*cos(asin(slope))*(if noEvent(speed >= 0) then 1 - exp(-0.5*speed/v1) else -(1 - exp(0.5*speed/v1)));
    climb = m*g*slope;
    m*rotating*der(speed) = traction - drag - rolling - climb;
    annotation(Documentation(info="<html><p>Hellgren (2002), equations 34 to 37. Rolling resistance fades in with the speed, so that a standing vehicle needs no stiction.</p></html>"));
  end Chassis;

  block Driver "Keeps a speed: proportional and integral, limited, without windup"
    extends Icons.Block;
    parameter Real k(unit = "s/m") = 0.5 "Gain";
    parameter Units.Time T = 20 "Integral time";
    Blocks.RealInput wanted(unit = "m/s") annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput v(unit = "m/s") annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Blocks.RealOutput pedal "-1 full brake, 1 full power" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real x(start = 0, fixed = true) "Integral part";
  protected
    Real free;
  equation
    free = k*(wanted - v) + x;
    pedal = min(1, max(-1, free));
    T*der(x) = k*(wanted - v) + 5*(pedal - free);
    annotation(Icon(graphics={Ellipse(extent={{-25,60},{25,10}}, lineColor={0,0,120}), Line(points={{0,10},{0,-60}}, color={0,0,120})}));
  end Driver;

  block CycleOverTime "A drive cycle: speed over time"
    extends Icons.Block;
    parameter Real table[:, 2] = [0, 0; 11, 0; 15, 15/3.6; 23, 15/3.6; 28, 0; 49, 0; 61, 32/3.6; 85, 32/3.6; 96, 0; 117, 0; 143, 50/3.6; 155, 50/3.6; 163, 35/3.6; 176, 35/3.6; 188, 0; 195, 0]
      "Seconds and metres per second: the urban part of the European cycle";
    Blocks.RealOutput v(unit = "m/s") annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    parameter Boolean periodic = true "Again from the beginning when the table ends";
  protected
    parameter Units.Time length = table[size(table, 1), 1];
    discrete Units.Time begin(start = 0, fixed = true) "Of the cycle under way";
    discrete Units.Time corner(start = table[1, 1], fixed = true) "Next bend of the line: a time event";
    Integer i(start = 1, fixed = true);
    constant Units.Velocity v1 = 1;
    constant Units.Time t1 = 1;
  equation
    when time >= pre(corner) then
      i = if pre(i) < size(table, 1) then pre(i) + 1 else 2;
      begin = if pre(i) < size(table, 1) or not periodic then pre(begin) else pre(begin) + length;
      corner = if pre(i) >= size(table, 1) and not periodic then 1e30 else begin + table[i, 1];
    end when;
    v = lookup(table, 2, (time - begin)/t1)*v1;
  end CycleOverTime;

  block CycleOverWay "A drive cycle: speed over the way"
    extends Icons.Block;
    parameter Real table[:, 2] = [0, 5; 200, 14; 800, 14; 1000, 5] "Metres and metres per second";
    Blocks.RealInput s(unit = "m") "Way" annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealOutput v(unit = "m/s") annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    constant Units.Velocity v1 = 1;
    constant Units.Length s1 = 1;
  equation
    v = lookup(table, 2, s/s1)*v1;
  end CycleOverWay;

  function lossesFromMeasurements "Efficiency and bearing torque of one speed, by least squares"
    extends Icons.Function;
    input Real ratio "Of the gear";
    input Units.Torque tauA[:] "Torques that entered";
    input Units.Torque tauB[size(tauA, 1)] "Torques that came out";
    output Real eta "Efficiency of the mesh";
    output Units.Torque bearing "Bearing torque";
  protected
    Integer n = size(tauA, 1);
    Real sx, sy, sxx, sxy;
  algorithm
    assert(n >= 2, "Two measurements per speed are the fewest");
    // i*tauA*eta - i*bearing = tauB is a line over i*tauA.
    sx := ratio*sum(tauA);
    sy := sum(tauB);
    sxx := ratio^2*(tauA*tauA);
    sxy := ratio*(tauA*tauB);
    eta := (n*sxy - sx*sy)/(n*sxx - sx^2);
    bearing := (eta*sx - sy)/(n*ratio);
    annotation(Documentation(info="<html><p>Pelchen et al. (2002): for each speed, <code>i*tauA_j*eta - i*bearing = tauB_j</code> for the measurements j; two of them determine both numbers, more give the best fit.</p></html>"));
  end lossesFromMeasurements;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model GearWithMeshFriction "A sinusoidal torque through a gear that loses half: it sticks twice in half a second"
      extends Icons.Experiment;
      parameter Real eta = 0.5 "Efficiency of the mesh in both directions";
      Blocks.Sine sine(amplitude = 10, f = 1);
      Blocks.Ramp ramp(height = 5, duration = 2, offset = -10);
      Rotational.SignalTorque drive, load;
      Rotational.Inertia inertia1(J = 1), inertia2(J = 1.5);
      LossyGear gear(ratio = 2, lossTable = [0, eta, eta, 0, 0]);
      Rotational.Fixed housing;
      Units.AngularVelocity w2 = inertia2.w "Speed behind the gear";
      Units.Torque loss = gear.loss;
      Units.Energy lost(start = 0, fixed = true);
    initial equation
      gear.w = 0;
      gear.phi = 0;
    equation
      connect(sine.y, drive.u);
      connect(ramp.y, load.u);
      connect(drive.flange, inertia1.a);
      connect(inertia1.b, gear.a);
      connect(gear.b, inertia2.a);
      connect(inertia2.b, load.flange);
      connect(gear.support, housing.flange);
      der(lost) = gear.dissipation;
      annotation(experiment(StopTime = 0.5, Tolerance = 1e-8), Documentation(info="<html><p>Pelchen, Schweiger and Otter (2002), figure 11. With
<code>eta = 0.5</code> the gear goes backward, sticks at 0.080477 s, goes forward at 0.199520 s, sticks at 0.371343 s and goes backward at 0.464540 s.</p></html>"));
    end GearWithMeshFriction;

    model PlanetaryAtWork "Torques and power of a planetary gear with mesh losses"
      extends Icons.Experiment;
      LossyPlanetary gear(i0 = -70/30, lossTable = [0, 0.975, 0.975, 0, 0]);
      Rotational.Inertia sun(J = 1e-4, phi(start = 0, fixed = true), w(start = 10, fixed = true)), carrier(J = 1), ring(J = 1);
      Rotational.ConstantTorque drive(tau0 = 1);
      Rotational.Fixed wall;
    equation
      connect(drive.flange, sun.a);
      connect(sun.b, gear.sun);
      connect(gear.carrier, carrier.a);
      connect(gear.ring, ring.a);
      connect(ring.b, wall.flange);
      annotation(experiment(StopTime = 1, Tolerance = 1e-8));
    end PlanetaryAtWork;

    model StickSlipLuGre "A spring pulls an inertia with LuGre friction over 25 s"
      extends Icons.Experiment;
      Rotational.Inertia inertia(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
      LuGre.BearingFriction bearing;
      Rotational.Spring spring(c = 2);
      Rotational.ConstantSpeed pull(w0 = 0.1);
      Units.Angle phi = inertia.phi;
      Units.Torque tau = bearing.tau "Friction";
    equation
      connect(bearing.b, inertia.a);
      connect(inertia.b, spring.a);
      connect(spring.b, pull.flange);
      annotation(experiment(StopTime = 25, Interval = 0.002, Tolerance = 1e-8), Documentation(info="<html><p>Aberger and Otter (2002). Break-away at 1.4766 N.m (7.4045 s), stop at 0.63628 rad,
then every 6.36272 s; 1.908839 rad at the end.</p></html>"));
    end StickSlipLuGre;

    model StickSlipCoulomb "The same with Coulomb friction and stiction: closed solution"
      extends Icons.Experiment;
      Rotational.Inertia inertia(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
      Rotational.Friction friction(slide = 1, stick = 1.5);
      Rotational.Spring spring(c = 2);
      Rotational.ConstantSpeed pull(w0 = 0.1);
      Units.Angle phi = inertia.phi;
    equation
      connect(friction.flange, inertia.a);
      connect(inertia.b, spring.a);
      connect(spring.b, pull.flange);
      annotation(experiment(StopTime = 25, Tolerance = 1e-8));
    end StickSlipCoulomb;

    model GearChange "A planetary set shifts: the brake opens, the lock-up clutch closes"
      extends Icons.Experiment;
      Rotational.ConstantTorque drive(tau0 = 100);
      Rotational.Inertia engine(J = 0.2, phi(start = 0, fixed = true), w(start = 0, fixed = true)), car(J = 120), middle(J = 1e-2);
      LossyPlanetary gear(lossTable = [0, 0.975, 0.975, 0, 0]);
      Brake brake(force = 8000, radius = 0.4, phi(fixed = true), w(fixed = true));
      Clutch lock(force = 8000, radius = 0.4);
      SpringDamper shaft(c = 2e4, d = 20, phi(fixed = true), w(fixed = true)) "Teeth at rest and a closed clutch hold the same speed: something between them must yield";
    equation
      connect(drive.flange, engine.a);
      connect(engine.b, gear.sun);
      connect(gear.carrier, car.a);
      connect(gear.ring, shaft.a);
      connect(shaft.b, middle.a);
      connect(middle.b, brake.a);
      connect(gear.sun, lock.a);
      connect(middle.b, lock.b);
      brake.u = if time < 4 then 1 else max(0, 1 - (time - 4)/0.3);
      lock.u = if time < 4 then 0 else min(1, (time - 4)/0.3);
      annotation(experiment(StopTime = 10, Tolerance = 1e-6));
    end GearChange;

    model Bypass "Two inertias and a spring, with and without the spring"
      extends Icons.Experiment;
      model Pair "Two inertias"
        parameter Boolean rigid = true;
        Rotational.Inertia inertia1(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
        Rotational.Inertia inertia2(J = 2, phi(start = 0, fixed = not rigid), w(start = 0, fixed = not rigid));
        SpringDamper spring(c = 100);
        RigidBypass bypass(rigid = rigid);
        Rotational.ConstantTorque drive(tau0 = 3);
      equation
        connect(drive.flange, inertia1.a);
        connect(inertia1.b, spring.a);
        connect(spring.b, inertia2.a);
        connect(spring.a, bypass.a);
        connect(spring.b, bypass.b);
      end Pair;
      Pair rigid(rigid = true), soft(rigid = false);
      Units.AngularVelocity w_rigid = rigid.inertia2.w, w_soft = soft.inertia2.w;
      annotation(experiment(StopTime = 1, Tolerance = 1e-8));
    end Bypass;
  end Examples;
  annotation(Documentation(info="<html><p>After C. Pelchen, C. Schweiger, M. Otter: <em>Modeling and Simulating the Efficiency of Gearboxes and of Planetary Gearboxes</em>;
M. Aberger, M. Otter: <em>Modeling Friction in Modelica with the Lund-Grenoble Friction Model</em>; M. Tiller, W.E. Tobler, M. Kuang: <em>Evaluating Engine
Contributions to HEV Driveline Vibrations</em>; J. Hellgren: <em>Modelling of Hybrid Electric Vehicles in Modelica for Virtual Prototyping</em>
(2nd International Modelica Conference, 2002).</p></html>"));
end PowerTrain;
