within Causeway;
package PetriNets "Places and transitions: sequences, batches, failures and repairs"
  extends Icons.Library;

  connector PlaceOut "Where tokens leave a place"
    output Boolean available "There is a token for this transition";
    input Boolean fire "The transition takes it";
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, fillColor={0,0,0}, fillPattern=FillPattern.Solid)}));
  end PlaceOut;
  connector PlaceIn "Where tokens enter a place"
    output Boolean full "No token can be taken";
    input Boolean fire "The transition puts a token";
    annotation(Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  end PlaceIn;
  connector TransitionIn "From a place"
    input Boolean available;
    output Boolean fire;
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  end TransitionIn;
  connector TransitionOut "To a place"
    input Boolean full;
    output Boolean fire;
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, fillColor={0,0,0}, fillPattern=FillPattern.Solid)}));
  end TransitionOut;

  model Place "Holds tokens"
    extends Icons.Component;
    parameter Integer nIn(min = 0) = 1 "Transitions that put tokens";
    parameter Integer nOut(min = 0) = 1 "Transitions that take tokens; the first has priority";
    parameter Integer tokens0 = 0 "Tokens at the beginning";
    parameter Integer capacity = 1 "Tokens it can hold";
    PlaceIn into[nIn] annotation(Placement(transformation(extent={{-110,-10},{-90,10}})));
    PlaceOut out[nOut] annotation(Placement(transformation(extent={{90,-10},{110,10}})));
    Integer tokens(start = tokens0, fixed = true) "Tokens that are here";
    Blocks.BooleanOutput marked "There is a token" annotation(Placement(transformation(extent={{-10,90},{10,110}}, rotation=90)));
  equation
    tokens = pre(tokens) + sum(if into[i].fire then 1 else 0 for i in 1:nIn) - sum(if out[i].fire then 1 else 0 for i in 1:nOut);
    marked = tokens > 0;
    for i in 1:nOut loop
      out[i].available = pre(tokens) > sum(if out[j].fire then 1 else 0 for j in 1:i - 1);
    end for;
    for i in 1:nIn loop
      into[i].full = pre(tokens) + sum(if into[j].fire then 1 else 0 for j in 1:i - 1) >= capacity;
    end for;
    annotation(Icon(graphics={Ellipse(extent={{-90,90},{90,-90}}, lineColor={0,0,0}, fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Text(extent={{-60,60},{60,-60}}, textString="%tokens0")}));
  end Place;

  partial model AnyTransition "Takes a token from each place before it and puts one into each behind it"
    extends Icons.Component;
    parameter Integer nIn(min = 1) = 1;
    parameter Integer nOut(min = 1) = 1;
    TransitionIn into[nIn] annotation(Placement(transformation(extent={{-40,-10},{-20,10}})));
    TransitionOut out[nOut] annotation(Placement(transformation(extent={{20,-10},{40,10}})));
    Boolean enabled "All places before it have tokens, and those behind it room";
    Boolean fires(start = false, fixed = true) "At this event";
    Integer count(start = 0, fixed = true) "How often it has fired";
  protected
    Boolean guard "May fire";
  equation
    enabled = guard and min(into.available) and not max(out.full);
    count = if fires then pre(count) + 1 else pre(count);
    for i in 1:nIn loop
      into[i].fire = fires;
    end for;
    for i in 1:nOut loop
      out[i].fire = fires;
    end for;
    annotation(Icon(graphics={Rectangle(extent={{-20,90},{20,-90}}, fillColor={0,0,0}, fillPattern=FillPattern.Solid)}));
  end AnyTransition;

  model Transition "Fires as soon as its condition is true"
    extends AnyTransition;
    Blocks.BooleanInput condition "May fire" annotation(Placement(transformation(extent={{-10,-120},{10,-100}}, rotation=90)));
  equation
    guard = condition;
    fires = enabled;
  end Transition;

  partial model Delayed "Fires when it has been enabled for some time"
    extends AnyTransition;
    Blocks.BooleanInput condition "The time runs while this is true" annotation(Placement(transformation(extent={{-10,-120},{10,-100}}, rotation=90)));
    Units.Time delay "Of the firing to come";
    discrete Units.Time due(start = 1e30, fixed = true) "When it will fire";
  equation
    guard = condition;
    when {initial(), enabled, pre(fires)} then
      due = if enabled then time + delay else 1e30;
    end when;
    fires = enabled and not pre(fires) and time >= pre(due);
  end Delayed;

  model TimedTransition "Fires after a fixed time"
    extends Delayed;
    parameter Units.Time T(min = 0) = 1 "Time from being enabled to firing";
  equation
    delay = T;
    annotation(Icon(graphics={Text(extent={{-80,140},{80,100}}, textString="%T")}));
  end TimedTransition;

  model StochasticTransition "Fires after a time with exponential distribution"
    extends Delayed;
    parameter Units.Time mean = 1 "Mean time from being enabled to firing";
    parameter Integer seed(min = 1, max = 2147483646) = 4711 "The same seed gives the same sequence";
    Integer state(start = seed, fixed = true) "Of the generator";
  equation
    when {initial(), enabled, pre(fires)} then
      state = nextRandom(pre(state));
    end when;
    delay = -mean*log(state/2147483647);
    annotation(Icon(graphics={Text(extent={{-80,140},{80,100}}, textString="~ %mean")}));
  end StochasticTransition;

  function nextRandom "The next number of the generator of Park and Miller (1988)"
    extends Icons.Function;
    input Integer seed;
    output Integer next "1 to 2147483646";
  algorithm
    // Schrage's decomposition keeps all products below 2^31.
    next := 16807*mod(seed, 127773) - 2836*div(seed, 127773);
    if next <= 0 then
      next := next + 2147483647;
    end if;
  end nextRandom;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model Conflict "Two transitions want one token: the first gets it"
      extends Icons.Experiment;
      Place source(nIn = 0, nOut = 2, tokens0 = 3, capacity = 3), a(nOut = 0, capacity = 10), b(nOut = 0, capacity = 10);
      TimedTransition ta(T = 1), tb(T = 1);
    equation
      connect(source.out[1], ta.into[1]);
      connect(source.out[2], tb.into[1]);
      connect(ta.out[1], a.into[1]);
      connect(tb.out[1], b.into[1]);
      ta.condition = true;
      tb.condition = true;
      annotation(experiment(StopTime = 10));
    end Conflict;

    model FailureAndRepair "A machine that works 80 h and is repaired in 20 h on average: availability 0.8"
      extends Icons.Experiment;
      Place works(tokens0 = 1), broken;
      StochasticTransition fails(mean = 80, seed = 17), repaired(mean = 20, seed = 23);
      Units.Time up(start = 0, fixed = true) "Time at work";
      Real availability "Part of the time at work";
    equation
      connect(works.out[1], fails.into[1]);
      connect(fails.out[1], broken.into[1]);
      connect(broken.out[1], repaired.into[1]);
      connect(repaired.out[1], works.into[1]);
      fails.condition = true;
      repaired.condition = true;
      der(up) = if works.marked then 1 else 0;
      availability = up/max(time, 1e-6);
      annotation(experiment(StopTime = 100000, Interval = 1000));
    end FailureAndRepair;
  end Examples;
  annotation(Documentation(info="<html><p>The event iteration moves the tokens: a place offers what it had before the event, a transition that is enabled fires at
once, and the tokens of one event move together. After S.M.O. Fabricius, E. Badreddin: <em>Modelica Library for Hybrid Simulation of Mass Flow in Process
Plants</em> (2002), and the Petri nets of Mosterman, Otter and Elmqvist (1998).</p></html>"));
end PetriNets;
