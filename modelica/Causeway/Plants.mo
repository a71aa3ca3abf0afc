within Causeway;
package Plants "Process plants: tanks, pumps, valves, controllers, batches"
  extends Icons.Library;

  partial model TwoFlanges "A part between two openings, through which one flow passes"
    extends Hydraulic.Fluid;
    Hydraulic.Flange a "Flow is positive from here" annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Hydraulic.Flange b "... to here" annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Units.VolumeFlowRate q "From a to b";
    Units.PressureDifference dp "Pressure of a above that of b";
  equation
    a.q = q;
    b.q = -q;
    dp = a.p - b.p;
  end TwoFlanges;

  partial model Local "A part whose loss is that of a place, not of a length"
    extends TwoFlanges;
    parameter Units.Length D = 0.04 "Diameter";
    Units.Velocity v(start = 1) "Mean velocity";
  protected
    constant Real pi = 3.141592653589793;
  equation
    q = v*pi*D^2/4;
  end Local;

  model Tank "A tank with level gauge and alarms"
    extends Icons.Vessel;
    extends Hydraulic.Fluid;
    parameter Units.Area A = 3 "Cross section";
    parameter Units.Length height = 10 "Height";
    parameter Units.Length low = 0.05*height "Alarm below this level";
    parameter Units.Length high = 0.95*height "Alarm above this level";
    parameter Units.Pressure p0 = 1e5 "Pressure on the surface";
    parameter Units.Length h0 = 0.5*height "Level at the beginning";
    Units.Length h(start = h0, fixed = true, min = 0) "Level";
    Hydraulic.Flange top "Carries flow only" annotation(Placement(transformation(extent={{-10,90},{10,110}})));
    Hydraulic.Flange bottom annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
    Blocks.RealOutput LI(unit = "m") "Level" annotation(Placement(transformation(extent={{90,50},{110,70}})));
    Blocks.BooleanOutput LAL "Level alarm low" annotation(Placement(transformation(extent={{90,-70},{110,-50}})));
    Blocks.BooleanOutput LAH "Level alarm high" annotation(Placement(transformation(extent={{90,10},{110,30}})));
  equation
    A*der(h) = top.q + bottom.q;
    top.p = p0;
    bottom.p = p0 + rho*Hydraulic.g*h;
    LI = h;
    LAL = h < low;
    LAH = h > high;
  end Tank;

  model PressurisedTank "A closed tank with a cushion of gas at constant temperature"
    extends Icons.Vessel;
    extends Hydraulic.Fluid;
    parameter Units.Area A = 1 "Cross section";
    parameter Units.Length height = 2 "Height inside";
    parameter Units.Pressure p0 = 1e5 "Pressure of the gas at the beginning";
    parameter Units.Length h0 = 1 "Level at the beginning";
    Units.Length h(start = h0, fixed = true) "Level";
    Units.Pressure gas "Pressure of the gas";
    Hydraulic.Flange bottom annotation(Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    A*der(h) = bottom.q;
    gas*(height - h) = p0*(height - h0);
    bottom.p = gas + rho*Hydraulic.g*h;
  end PressurisedTank;

  model Bend "A bend, by its coefficient: 0.35 for 45 degrees, 0.75 for 90, 2.2 for 180"
    extends Icons.Pipe;
    extends Local;
    parameter Real k = 0.75 "Coefficient";
  equation
    dp = k*rho/2*v*abs(v);
  end Bend;

  model LinearResistor "A loss proportional to the velocity: for first trials"
    extends Icons.Pipe;
    extends Local;
    parameter Real k(unit = "Pa.s/m") = 1000 "Loss by velocity";
  equation
    dp = k*v;
  end LinearResistor;

  model QuadraticResistor "An orifice, a filter, a venturi"
    extends Icons.Valve;
    extends Local;
    parameter Real zeta = 1 "Coefficient";
  equation
    dp = zeta*rho/2*v*abs(v);
  end QuadraticResistor;

  model Riser "A difference of height without friction"
    extends Icons.Pipe;
    extends TwoFlanges;
    parameter Units.Length dz = 1 "Height of b above a";
  equation
    dp = rho*Hydraulic.g*dz;
  end Riser;

  model DiameterChange "From one diameter to another: dynamic pressure and the loss of Borda and Carnot"
    extends Icons.Pipe;
    extends TwoFlanges;
    parameter Units.Length Da = 0.04, Db = 0.06 "Diameters";
    parameter Real Kcon = 0.5 "Loss of the contraction, on the narrow side";
  protected
    constant Real pi = 3.141592653589793;
    parameter Units.Area Aa = pi*Da^2/4, Ab = pi*Db^2/4;
    Units.Velocity va = q/Aa, vb = q/Ab;
    Boolean widens = (Db >= Da) == (q >= 0) "In the direction of the flow";
  equation
    dp = rho/2*(vb^2 - va^2) + (if widens then rho/2*(va - vb)^2 else Kcon*rho/2*(if Da < Db then va else vb)^2)*(if q >= 0 then 1 else -1);
  end DiameterChange;

  model Valve "A control valve with a positioner, never quite closed"
    extends Icons.Valve;
    extends TwoFlanges;
    parameter Real kvs = 40 "Cubic metres an hour at a loss of 1 bar, open";
    parameter Units.Time tau = 1 "Time constant of the positioner";
    parameter Real x_min(min = 0) = 1e-3 "Leakage of the closed valve, as an opening";
    parameter Boolean equalPercentage = false "Characteristic: equal percentage instead of linear" annotation(Evaluate = true);
    parameter Real R = 50 "Range of the equal percentage";
    parameter Real x0 = 0 "Opening at the beginning";
    Real x(start = x0, fixed = true) "Position of the stem";
    Blocks.RealInput u "Opening that is wanted, 0 to 1" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
  protected
    Real opening = max(x_min, if equalPercentage then R^(x - 1) else x);
    constant Units.PressureDifference bar = 1e5;
    constant Units.VolumeFlowRate perHour = 1/3600;
  equation
    tau*der(x) = min(1, max(0, u)) - x;
    // sqrt with a finite slope at zero: below 1 Pa the loss is linear.
    q = kvs*perHour*opening*(dp/bar)/(((dp/bar)^2 + 1e-10)^0.25);
    annotation(Icon(graphics={Line(points={{0,0},{0,90}}, color={0,0,127})}));
  end Valve;

  model CheckValve "Lets flow pass from a to b only"
    extends Icons.Valve;
    extends TwoFlanges;
    parameter Real kvs = 40 "Cubic metres an hour at a loss of 1 bar";
    parameter Units.PressureDifference opens = 1000 "Pressure at which it opens";
    parameter Real leakage = 1e-6 "Flow of the closed valve, by that of the open one";
    Boolean open "It lets flow pass";
  protected
    constant Units.PressureDifference bar = 1e5;
    constant Units.VolumeFlowRate perHour = 1/3600;
  equation
    open = dp > opens;
    q = kvs*perHour*(if open then leakage*opens/bar + ((dp - opens)/bar)/(((dp - opens)/bar)^2 + 1e-10)^0.25 else leakage*dp/bar);
    annotation(Icon(graphics={Line(points={{60,60},{60,-60}}, color={0,90,160}, thickness=1)}));
  end CheckValve;

  model ReliefValve "Opens in proportion to the pressure above its setting"
    extends Icons.Valve;
    extends TwoFlanges;
    parameter Units.PressureDifference setting = 5e5 "Pressure at which it begins to open";
    parameter Units.PressureDifference range = 1e5 "Pressure above that at which it is open";
    parameter Real kvs = 40 "Cubic metres an hour at a loss of 1 bar, open";
    parameter Real leakage = 1e-6 "Opening when closed";
    Real x "Opening";
  protected
    constant Units.PressureDifference bar = 1e5;
    constant Units.VolumeFlowRate perHour = 1/3600;
  equation
    x = min(1, max(leakage, (dp - setting)/range));
    q = kvs*perHour*x*(dp/bar)/(((dp/bar)^2 + 1e-10)^0.25);
  end ReliefValve;

  model FlowPump "Delivers the flow of a signal, whatever the pressure"
    extends Icons.Pump;
    extends TwoFlanges;
    Blocks.RealInput u(unit = "m3/s") "Flow" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
  equation
    q = u;
  end FlowPump;

  model PressurePump "Raises the pressure by a constant head"
    extends Icons.Pump;
    extends TwoFlanges;
    parameter Units.Length head = 80 "Head";
  equation
    dp = -rho*Hydraulic.g*head;
  end PressurePump;

  model CentrifugalPump "Head and flow by a curve that follows the speed"
    extends Icons.Pump;
    extends TwoFlanges;
    parameter Units.Length head0 = 20 "Head without flow at full speed";
    parameter Units.VolumeFlowRate q0 = 0.01 "Flow without head at full speed";
    parameter Units.Time tau = 0.5 "Time constant of the speed";
    parameter Units.Power P0 = 500 "Power without flow at full speed";
    parameter Real efficiency = 0.7 "Best efficiency";
    Blocks.RealInput u "Speed relative to full speed" annotation(Placement(transformation(extent={{-20,90},{20,130}}, rotation=-90)));
    Real n(start = 0, fixed = true) "Speed relative to full speed";
    Units.Length head "Head";
    Units.Power P "Power of the shaft";
  equation
    tau*der(n) = u - n;
    head = head0*(n^2 - (q/q0)*noEvent(abs(q/q0)));
    dp = -rho*Hydraulic.g*head;
    P = P0*n^3 + rho*Hydraulic.g*head*q/efficiency;
  end CentrifugalPump;

  model Source "Liquid at a given pressure"
    extends Icons.Component;
    parameter Units.Pressure p0 = 1e5;
    Hydraulic.Flange flange annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.p = p0;
    annotation(Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={0,90,160}, fillColor={150,200,235}, fillPattern=FillPattern.Solid)}));
  end Source;

  model FlowSensor "Measures a flow, with a lag"
    extends Icons.Sensor;
    extends TwoFlanges;
    parameter Units.Time tau(min = 0) = 0 "Time constant; 0: none" annotation(Evaluate = true);
    Blocks.RealOutput y(unit = "m3/s") annotation(Placement(transformation(extent={{-10,90},{10,110}}, rotation=90)));
  initial equation
    if tau > 0 then
      y = q;
    end if;
  equation
    dp = 0;
    if tau > 0 then
      tau*der(y) = q - y;
    else
      y = q;
    end if;
  end FlowSensor;

  model PressureSensor "Measures a pressure"
    extends Icons.Sensor;
    Hydraulic.Flange flange annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Blocks.RealOutput y(unit = "Pa") annotation(Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    flange.q = 0;
    y = flange.p;
  end PressureSensor;

  block LimPID "A controller with limited output that does not wind up"
    extends Icons.Block;
    parameter Real k = 1 "Gain";
    parameter Units.Time Ti = 5 "Integral time";
    parameter Units.Time Td(min = 0) = 0 "Derivative time";
    parameter Real Nd = 10 "The derivative is filtered with Td/Nd";
    parameter Real low = 0, high = 1 "Limits of the output";
    parameter Boolean reverse = false "The output falls when the measurement is too low" annotation(Evaluate = true);
    Blocks.RealInput reference annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    Blocks.RealInput measured annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    Blocks.RealOutput y annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real x(start = 0, fixed = true) "Integral part";
    Real d(start = 0) "Filtered error";
    Real e "Error";
  protected
    Real free "Output without limits";
  initial equation
    d = e;
  equation
    e = if reverse then measured - reference else reference - measured;
    max(Td/Nd, 1e-3)*der(d) = e - d;
    free = k*(e + x + Td/max(Td/Nd, 1e-3)*(e - d));
    y = min(high, max(low, free));
    Ti*der(x) = e + (y - free)/k*3;
    annotation(Icon(graphics={Text(extent={{-70,40},{70,-40}}, textString="PID", textColor={0,0,120})}));
  end LimPID;

  partial model Segment "Moves liquid from one vessel to the next, unless it is interrupted or a vessel forbids it"
    extends Icons.Box;
    parameter Units.VolumeFlowRate maximum = 0.01;
    parameter Units.Time tau = 5 "Time constant of pump and valve";
    Hydraulic.Flange a annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    Hydraulic.Flange b annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Blocks.BooleanInput empty "The vessel before it is empty" annotation(Placement(transformation(extent={{-120,30},{-80,70}})));
    Blocks.BooleanInput full "The vessel behind it is full" annotation(Placement(transformation(extent={{120,30},{80,70}})));
    Blocks.BooleanInput interrupted annotation(Placement(transformation(extent={{-20,60},{20,100}}, rotation=-90)));
    Units.VolumeFlowRate q(start = 0, fixed = true);
    Units.VolumeFlowRate wanted;
  equation
    tau*der(q) = (if interrupted or empty or full then 0 else wanted) - q;
    a.q = q;
    b.q = -q;
  end Segment;

  model FlowSegment "A flow-controlled segment"
    extends Segment;
    Blocks.RealInput reference(unit = "m3/s") annotation(Placement(transformation(extent={{-20,-100},{20,-60}}, rotation=90)));
  equation
    wanted = min(maximum, max(0, reference));
    annotation(Icon(graphics={Text(extent={{-60,40},{60,-40}}, textString="FC")}));
  end FlowSegment;

  model LevelSegment "A segment that keeps the level of a vessel"
    extends Segment;
    parameter Units.Length reference = 1 "Level to keep";
    parameter Real k(unit = "m2/s") = 0.01 "Flow by error of the level";
    parameter Units.Time Ti = 200 "Integral time";
    parameter Boolean upstream = true "The level is that of the vessel before it: more flow when it is too high" annotation(Evaluate = true);
    Blocks.RealInput level(unit = "m") annotation(Placement(transformation(extent={{-20,-100},{20,-60}}, rotation=90)));
    Units.Length x(start = 0, fixed = true) "Integral part";
  protected
    Units.Length e;
    Units.VolumeFlowRate free;
  equation
    e = if upstream then level - reference else reference - level;
    free = k*(e + x);
    wanted = min(maximum, max(0, free));
    Ti*der(x) = e + 3*(wanted - free)/k;
    annotation(Icon(graphics={Text(extent={{-60,40},{60,-40}}, textString="LC")}));
  end LevelSegment;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model Laboratory "Two tanks with controlled levels over a common store; the flow that is wanted rises at 200 s"
      extends Icons.Experiment;
      Tank store(A = 2, height = 2, h0 = 1), left(A = 0.1, height = 1, h0 = 0.3), right(A = 0.1, height = 1, h0 = 0.6);
      PressurePump pump(head = 80);
      Valve fillLeft(kvs = 15, x0 = 0.14), fillRight(kvs = 15, x0 = 0.14), drainLeft(kvs = 40, x0 = 0.5), drainRight(kvs = 40, x0 = 0.5);
      Riser downLeft(dz = -2), downRight(dz = -2);
      FlowSensor flowLeft, flowRight;
      LimPID levelLeft(k = 50, Ti = 5, Td = 0.1, reverse = true), levelRight(k = 50, Ti = 5, Td = 0.1, reverse = true);
      LimPID rateLeft(k = 100, Ti = 5, Td = 0.1), rateRight(k = 100, Ti = 5, Td = 0.1);
      Units.Length hLeft = left.h, hRight = right.h;
      Units.VolumeFlowRate wanted = if time < 200 then 0.00175 else 0.00275;
      Real volume(unit = "m3") = store.A*store.h + left.A*left.h + right.A*right.h "Constant";
    equation
      connect(store.bottom, pump.a);
      connect(pump.b, flowLeft.a);
      connect(pump.b, flowRight.a);
      connect(flowLeft.b, fillLeft.a);
      connect(flowRight.b, fillRight.a);
      connect(fillLeft.b, left.top);
      connect(fillRight.b, right.top);
      connect(left.bottom, drainLeft.a);
      connect(right.bottom, drainRight.a);
      connect(drainLeft.b, downLeft.a);
      connect(drainRight.b, downRight.a);
      connect(downLeft.b, store.top);
      connect(downRight.b, store.top);
      levelLeft.reference = 0.4;
      levelRight.reference = 0.5;
      connect(left.LI, levelLeft.measured);
      connect(right.LI, levelRight.measured);
      connect(levelLeft.y, drainLeft.u);
      connect(levelRight.y, drainRight.u);
      rateLeft.reference = wanted;
      rateRight.reference = wanted;
      connect(flowLeft.y, rateLeft.measured);
      connect(flowRight.y, rateRight.measured);
      connect(rateLeft.y, fillLeft.u);
      connect(rateRight.y, fillRight.u);
      annotation(experiment(StopTime = 400, Interval = 0.5), Documentation(info="<html><p>Fabricius and Badreddin (2002), the laboratory test-bed: level set points 0.4 and 0.5 m,
levels 0.3 and 0.6 m at the beginning, PID controllers with k = 50 (level) and 100 (flow), Ti = 5 s, Td = 0.1 s, valves with kvs 40 and 15 m3/h; the wanted flow rises
from 0.00175 to 0.00275 m3/s at 200 s. The areas and the height of the tanks, 2 m above the store, are ours.</p></html>"));
    end Laboratory;

    model BatchPlant "A batch reactor between continuous parts; the flow behind it is interrupted from 1000 to 1800 s"
      extends Icons.Experiment;
      Tank raw(A = 20, height = 10, h0 = 8), reactor(A = 1, height = 2, h0 = 0.1, low = 0.1, high = 1.5), buffer(A = 2, height = 3, h0 = 1),
        first(A = 2, height = 3, h0 = 1), second(A = 2, height = 3, h0 = 1), product(A = 20, height = 10, h0 = 0.5);
      FlowSegment load(maximum = 0.02), unload(maximum = 0.02);
      LevelSegment segment1(maximum = 0.012), segment2(maximum = 0.012), segment3(maximum = 0.012);
      PetriNets.Place idle(tokens0 = 1), loading, reacting, moving;
      PetriNets.Transition begin, loaded, moved;
      PetriNets.TimedTransition reaction(T = 60);
      Integer batches = moved.count;
      Real volume(unit = "m3") = raw.A*raw.h + reactor.A*reactor.h + buffer.A*buffer.h + first.A*first.h + second.A*second.h + product.A*product.h "Constant";
    equation
      connect(raw.bottom, load.a);
      connect(load.b, reactor.top);
      connect(reactor.bottom, unload.a);
      connect(unload.b, buffer.top);
      connect(buffer.bottom, segment1.a);
      connect(segment1.b, first.top);
      connect(first.bottom, segment2.a);
      connect(segment2.b, second.top);
      connect(second.bottom, segment3.a);
      connect(segment3.b, product.top);
      connect(idle.out[1], begin.into[1]);
      connect(begin.out[1], loading.into[1]);
      connect(loading.out[1], loaded.into[1]);
      connect(loaded.out[1], reacting.into[1]);
      connect(reacting.out[1], reaction.into[1]);
      connect(reaction.out[1], moving.into[1]);
      connect(moving.out[1], moved.into[1]);
      connect(moved.out[1], idle.into[1]);
      begin.condition = not raw.LAL;
      loaded.condition = reactor.LAH;
      reaction.condition = true;
      moved.condition = reactor.LAL;
      load.reference = if loading.marked then 0.02 else 0;
      unload.reference = if moving.marked then 0.02 else 0;
      load.interrupted = false;
      unload.interrupted = false;
      load.empty = raw.LAL;
      load.full = false;
      unload.empty = false;
      unload.full = buffer.LAH;
      segment1.interrupted = time >= 1000 and time < 1800;
      segment2.interrupted = false;
      segment3.interrupted = false;
      segment1.level = buffer.LI;
      segment2.level = first.LI;
      segment3.level = second.LI;
      segment1.empty = buffer.LAL;
      segment1.full = first.LAH;
      segment2.empty = first.LAL;
      segment2.full = second.LAH;
      segment3.empty = second.LAL;
      segment3.full = product.LAH;
      annotation(experiment(StopTime = 3000, Interval = 5));
    end BatchPlant;

    model CheckAndRelief "A pump against a check valve; a relief valve lets the rest pass"
      extends Icons.Experiment;
      Source sump;
      FlowPump pump;
      CheckValve check;
      ReliefValve relief(setting = 3e5, range = 1e5);
      PressurisedTank vessel(h0 = 0.5, A = 0.1, height = 1.5);
      Source back;
    equation
      connect(sump.flange, pump.a);
      connect(pump.b, check.a);
      connect(pump.b, relief.a);
      connect(relief.b, back.flange);
      connect(check.b, vessel.bottom);
      pump.u = if time < 60 then 0.002 else 0;
      annotation(experiment(StopTime = 100));
    end CheckAndRelief;

    model PumpCurve "A centrifugal pump runs up against a static head"
      extends Icons.Experiment;
      Source sump;
      CentrifugalPump pump;
      QuadraticResistor loss(zeta = 20);
      Tank high(A = 1, height = 20, h0 = 10);
      Bend bend;
      DiameterChange change(Da = 0.04, Db = 0.08);
      PressureSensor gauge;
      CheckValve check(kvs = 100);
    equation
      connect(sump.flange, pump.a);
      connect(pump.b, check.a);
      connect(check.b, loss.a);
      connect(loss.b, bend.a);
      connect(bend.b, change.a);
      connect(change.b, high.bottom);
      connect(gauge.flange, pump.b);
      pump.u = if time < 1 then 0 else 1;
      annotation(experiment(StopTime = 30));
    end PumpCurve;
  end Examples;
  annotation(Documentation(info="<html><p>After S.M.O. Fabricius, E. Badreddin: <em>Modelica Library for Hybrid Simulation of Mass Flow in Process Plants</em>
(2nd International Modelica Conference, 2002). Pipes that are laminar, turbulent or between, and tanks whose opening loses the dynamic pressure, are in
<a href=\"modelica://Causeway.Hydraulic\">Hydraulic</a>; sequences are <a href=\"modelica://Causeway.PetriNets\">Petri nets</a>.</p></html>"));
end Plants;
