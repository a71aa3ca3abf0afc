within Causeway;
package FMI "FMUs of other tools: what blocks that `causeway import` wrote call"

  connector RealInput = input Real "An input of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector RealOutput = output Real "An output of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector IntegerInput = input Integer "An input of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector IntegerOutput = output Integer "An output of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector BooleanInput = input Boolean "An input of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector BooleanOutput = output Boolean "An output of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));

  connector StringInput = input String "An input of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));
  connector StringOutput = output String "An output of an FMU"
    annotation(Icon(graphics = {Polygon(lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, points = {{-100, 100}, {100, 0}, {-100, -100}})}));

  class Unit "An instance of an FMU"
    extends ExternalObject;
    function constructor
      input String path "the FMU";
      input String key "which one it was when it was imported, its sizes, and which values others read";
      input Integer kind "1: model exchange, 2: co-simulation, 4: scheduled execution; 8 more: with events inside of steps; 16 more: others follow straight lines; 32 more: it lives in a home";
      input Boolean inProcess "in the process of the simulation, not in one of its own";
      input Real tolerance = 0 "of the solver inside; 0: its own";
      input Real coupling = 0 "how far connected values may go in a step, relative to their size; 0: steps of one length";
      output Unit unit;
    external "C" unit = causeway_fmu_new(path, key, kind, inProcess, tolerance, coupling);
    end constructor;
    function destructor
      input Unit unit;
    external "C" causeway_fmu_free(unit);
    end destructor;
  end Unit;

  class Home "Processes that many FMUs share"
    extends ExternalObject;
    function constructor
      input Integer processes "at most";
      output Home home;
    external "C" home = causeway_fmu_home(processes);
    end constructor;
    function destructor
      input Home home;
    external "C" causeway_fmu_home_free(home);
    end destructor;
  end Home;

  function prepareIn "Parameters as they are set, of an FMU that lives in a home"
    input Unit unit;
    input Home home;
    input Real values[:];
    input String texts[:];
    output Integer ready;
  external "C" ready = causeway_fmu_prepare_in(unit, home, values, texts);
  end prepareIn;

  function prepare "Parameters as they are set"
    input Unit unit;
    input Real values[:];
    input String texts[:];
    output Integer ready;
  external "C" ready = causeway_fmu_prepare(unit, values, texts);
  end prepare;

  function beginning "Next event, end, states, discrete values: before the first event"
    input Unit unit;
    input Integer ready;
    input Real t;
    input Real x[:];
    input Real u[:];
    input Integer n;
    output Real y[n];
  external "C" causeway_fmu_beginning(unit, t, x, u, y, n);
  end beginning;

  function event "... behind an event"
    input Unit unit;
    input Integer mode "number of events before";
    input Real t;
    input Real x[:];
    input Real u[:];
    input Integer n;
    output Real y[n];
  external "C" causeway_fmu_event(unit, mode, t, x, u, y, n);
  end event;

  function values "Values that are computed in continuous time"
    input Unit unit;
    input Integer group;
    input Integer mode "number of events before";
    input Boolean starting;
    input Real t;
    input Real x[:];
    input Real u[:];
    input Integer n;
    output Real y[n];
  external "C" causeway_fmu_values(unit, group, mode, t, x, u, y);
  annotation(derivative = direction);
  end values;

  function direction "... and how they move, by the derivatives that the FMU tells, or by differences"
    input Unit unit;
    input Integer group;
    input Integer mode;
    input Boolean starting;
    input Real t;
    input Real x[:];
    input Real u[:];
    input Integer n;
    input Real der_t;
    input Real der_x[size(x, 1)];
    input Real der_u[size(u, 1)];
    output Real der_y[n];
  external "C" causeway_fmu_direction(unit, group, mode, t, x, size(x, 1), u, size(u, 1), der_t, der_x, der_u, der_y, n);
  end direction;

  function step "... behind a communication point"
    input Unit unit;
    input Integer mode "number of points before";
    input Real t;
    input Real step "to the next point";
    input Real u[:];
    input Integer n;
    output Real y[n];
  external "C" causeway_fmu_step(unit, mode, t, step, u, y, n);
  annotation(derivative = stepDirection);
  end step;

  function stepDirection "... and how that moves with inputs"
    input Unit unit;
    input Integer mode;
    input Real t;
    input Real step;
    input Real u[:];
    input Integer n;
    input Real der_t;
    input Real der_step;
    input Real der_u[size(u, 1)];
    output Real der_y[n];
  external "C" causeway_fmu_step_direction(unit, mode, t, step, u, size(u, 1), der_t, der_step, der_u, der_y, n);
  end stepDirection;

  function activate "... behind ticks of clocks"
    input Unit unit;
    input Integer mode "number of events before";
    input Real t;
    input Real u[:];
    input Integer n;
    output Real y[n];
  external "C" causeway_fmu_activate(unit, mode, t, u, y, n);
  end activate;

  function tell "Texts that are inputs"
    input Unit unit;
    input Integer ready;
    input String texts[:];
    output Integer told;
  external "C" told = causeway_fmu_tell(unit, texts);
  end tell;

  function text "A text that is an output"
    input Unit unit;
    input Integer variable;
    input Integer mode;
    output String s;
  external "C" s = causeway_fmu_text(unit, variable);
  end text;

  function accepted "A step of the integrator was accepted"
    input Unit unit;
    input Integer mode;
    input Real t;
    input Real x[:];
    input Real u[:];
    output Boolean ok;
  external "C" ok = causeway_fmu_accepted(unit, t, x, u);
  end accepted;
end FMI;
