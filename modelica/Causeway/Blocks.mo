within Causeway;
package Blocks "Signals: sources, arithmetic, dynamics, controllers"
  extends Icons.Library;

  connector RealInput = input Real "A signal that comes in"
    annotation(Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127}, fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));
  connector RealOutput = output Real "A signal that goes out"
    annotation(Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector BooleanInput = input Boolean "A condition that comes in"
    annotation(Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={180,0,180}, fillColor={180,0,180}, fillPattern=FillPattern.Solid)}));
  connector BooleanOutput = output Boolean "A condition that goes out"
    annotation(Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={180,0,180}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  partial block Source "A signal that depends on time only"
    extends Icons.Block;
    RealOutput y "The signal" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  end Source;

  partial block SingleInSingleOut "One signal in, one out"
    extends Icons.Block;
    RealInput u annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    RealOutput y annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  end SingleInSingleOut;

  block Constant "A constant"
    extends Source;
    parameter Real k = 1 "Its value";
  equation
    y = k;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="k", textColor={0,0,120})}));
  end Constant;

  block Step "A step"
    extends Source;
    parameter Real height = 1 "How far it goes";
    parameter Real offset = 0 "Value before the step";
    parameter Units.Time startTime = 0 "When it happens";
  equation
    y = offset + (if time < startTime then 0 else height);
    annotation(Icon(graphics={Line(points={{-60,-40},{0,-40},{0,40},{60,40}}, color={0,0,120}, thickness=0.5)}));
  end Step;

  block Ramp "A rise from one value to another"
    extends Source;
    parameter Real height = 1 "How far it goes";
    parameter Real offset = 0 "Value before the rise";
    parameter Units.Time startTime = 0 "When it begins";
    parameter Units.Time duration(min = 1e-60) = 1 "How long it takes";
  equation
    y = offset + (if time < startTime then 0 elseif time < startTime + duration then (time - startTime)*height/duration
      else height);
    annotation(Icon(graphics={Line(points={{-60,-40},{-20,-40},{30,40},{60,40}}, color={0,0,120}, thickness=0.5)}));
  end Ramp;

  block Sine "A sine wave"
    extends Source;
    parameter Real amplitude = 1;
    parameter Units.Frequency f = 1 "Frequency";
    parameter Units.Angle phase = 0;
    parameter Real offset = 0 "Mean value";
  protected
    constant Real pi = 3.141592653589793;
  equation
    y = offset + amplitude*sin(2*pi*f*time + phase);
    annotation(Icon(graphics={Line(points={{-60,0},{-40,40},{-20,40},{0,0},{20,-40},{40,-40},{60,0}}, color={0,0,120}, thickness=0.5)}));
  end Sine;

  block Pulse "A square wave"
    extends Source;
    parameter Real amplitude = 1;
    parameter Real offset = 0 "Value between the pulses";
    parameter Units.Time period(min = 1e-60) = 1;
    parameter Real width(min = 0, max = 1) = 0.5 "Part of the period in which the pulse is on";
    parameter Units.Time startTime = 0 "Beginning of the first pulse";
  protected
    discrete Units.Time begin(start = 0, fixed = true) "Of the pulse under way";
  equation
    when sample(startTime, period) then
      begin = time;
    end when;
    y = offset + (if time >= startTime and time < begin + width*period then amplitude else 0);
    annotation(Icon(graphics={Line(points={{-60,-40},{-40,-40},{-40,40},{-10,40},{-10,-40},{20,-40},{20,40},{50,40},{50,-40}}, color={0,0,120}, thickness=0.5)}));
  end Pulse;

  block Gain "y = k*u"
    extends SingleInSingleOut;
    parameter Real k = 1;
  equation
    y = k*u;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="%k", textColor={0,0,120})}));
  end Gain;

  block Difference "Reference minus measurement"
    extends Icons.Block;
    RealInput reference annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    RealInput measured annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    RealOutput y annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y = reference - measured;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="-", textColor={0,0,120})}));
  end Difference;

  block Sum "Weighted sum of several signals"
    extends Icons.Block;
    parameter Integer n(min = 1) = 2 "How many";
    parameter Real k[n] = fill(1, n) "Weights";
    RealInput u[n] annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    RealOutput y annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y = k*u;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="+", textColor={0,0,120})}));
  end Sum;

  block Limiter "Keeps a signal between two bounds"
    extends SingleInSingleOut;
    parameter Real low = -1;
    parameter Real high = 1;
  equation
    assert(low <= high, "The lower bound of a Limiter must not be above its upper bound");
    y = if u > high then high elseif u < low then low else u;
    annotation(Icon(graphics={Line(points={{-60,-40},{-30,-40},{30,40},{60,40}}, color={0,0,120}, thickness=0.5)}));
  end Limiter;

  block Integrator "der(y) = k*u"
    extends SingleInSingleOut(y(start = y0, fixed = true));
    parameter Real k = 1;
    parameter Real y0 = 0 "Value at the beginning";
  equation
    der(y) = k*u;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="1/s", textColor={0,0,120})}));
  end Integrator;

  block FirstOrder "A lag: T*der(y) + y = k*u"
    extends SingleInSingleOut(y(start = y0, fixed = true));
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min = 1e-60) = 1 "Time constant";
    parameter Real y0 = 0 "Value at the beginning";
  equation
    T*der(y) + y = k*u;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="1/(Ts+1)", textColor={0,0,120})}));
  end FirstOrder;

  block PI "A controller: proportional and integral part"
    extends SingleInSingleOut;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min = 1e-60) = 1 "Integral time";
    Real x(start = 0, fixed = true) "Integral of the control error, divided by T";
  equation
    T*der(x) = u;
    y = k*(x + u);
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="PI", textColor={0,0,120})}));
  end PI;

  block SampledPI "A PI controller that acts at sampling instants"
    extends Icons.Block;
    parameter Real k = 1 "Gain";
    parameter Units.Time T(min = 1e-60) = 1 "Integral time";
    parameter Units.Time Ts(min = 1e-60) = 0.01 "Sampling interval";
    RealInput reference annotation(Placement(transformation(extent={{-120,40},{-80,80}})));
    RealInput measured annotation(Placement(transformation(extent={{-120,-80},{-80,-40}})));
    discrete RealOutput y "The control signal, held between the instants" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    discrete Real x "The integral part";
  equation
    when {initial(), sample(0, Ts)} then
      x = pre(x) + Ts/T*(reference - measured);
      y = k*(x + reference - measured);
    end when;
    annotation(Icon(graphics={Text(extent={{-60,30},{60,-30}}, textString="PI z", textColor={0,0,120})}));
  end SampledPI;

  block TwoPoint "On above one bound, off below another"
    extends Icons.Block;
    parameter Real low = 0;
    parameter Real high = 1;
    parameter Boolean y0 = false "At the beginning, between the bounds";
    RealInput u annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    BooleanOutput y annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  initial equation
    pre(y) = y0;
  equation
    assert(low < high, "The bounds of a TwoPoint block must be in order");
    y = u > high or pre(y) and u >= low;
    annotation(Icon(graphics={Line(points={{-60,-40},{20,-40},{20,40},{60,40},{-20,40},{-20,-40}}, color={0,0,120}, thickness=0.5)}));
  end TwoPoint;
end Blocks;
