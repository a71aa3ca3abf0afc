// RUN: causeway ssp %s Parts.Loop -o loop.ssp
// CHECK: Parts.Loop -> loop.ssp
// CHECK: equations: 2 inputs, 1 outputs
// CHECK: gain: 1 inputs, 1 outputs
// CHECK: lag: 1 inputs, 1 outputs
// CHECK: source_and_4_more: 1 inputs, 1 outputs; stays together, for more than signals connects them: source, resistor, capacitor, ground, sensor
// RUN: printf 'time,reference\n0,1\n5,1\n' > in.csv; causeway simulate %s Parts.Loop --input in.csv --stop 5 -o whole.csv; causeway simulate loop.ssp --in-process --input in.csv --stop 5 -o parts.csv
// FINAL: whole.csv result = 0.7503 +- 0.001
// RUN: causeway compare whole.csv parts.csv | tail -1
// CHECK: 8 variables compared, 0 different
// RUN: python3 -c 'import zipfile; z = zipfile.ZipFile("loop.ssp"); print(z.read("SystemStructure.ssd").decode(), z.read("resources/parameters.ssv").decode())'
// CHECK: <ssd:Connector name="reference" kind="input"><ssc:Real unit="V"/></ssd:Connector>
// CHECK: <ssd:ElementGeometry x1="-60" y1="-20" x2="-20" y2="20" iconSource="resources/icons/
// CHECK: <ssd:Connection startElement="gain" startConnector="y" endElement="lag" endConnector="u"/>
// CHECK: <ssd:DefaultExperiment startTime="0" stopTime="5"/>
// CHECK: <ssv:Parameter name="gain.K"><ssv:Real value="3"/></ssv:Parameter>
//
// A switch with a hysteresis, which the plant makes go back at once: events pass from FMU to FMU and back.
// RUN: causeway ssp %s Parts.Switch -o switch.ssp; causeway simulate %s Parts.Switch -o whole2.csv; causeway simulate switch.ssp --in-process -o parts2.csv; causeway compare whole2.csv parts2.csv | tail -1
// CHECK: 10 variables compared, 0 different
// FINAL: parts2.csv controller.count = 7 +- 0
//
// Blocks that invert others stay with them.
// RUN: causeway ssp %s Parts.Inverse -o inverse.ssp; causeway simulate inverse.ssp --in-process -o parts3.csv
// CHECK: stays together, for more than signals connects them: sine, same, amplifier
// FINAL: parts3.csv sine_and_2_more.amplifier.y = 0.8414709848 +- 1e-9
package Parts "models that leave as systems of FMUs"
  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector BooleanInput = input Boolean;
  connector BooleanOutput = output Boolean;
  block Gain
    parameter Real k = 1;
    RealInput u;
    RealOutput y;
  equation
    y = k*u;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}})}));
  end Gain;
  block Lag
    parameter Real T = 1;
    RealInput u;
    RealOutput y(start = 0, fixed = true);
  equation
    T*der(y) = u - y;
  end Lag;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Capacitor
    parameter Real C = 1;
    Pin p, n;
    Real v(start = 0, fixed = true) = p.v - n.v;
  equation
    C*der(v) = p.i;
    p.i + n.i = 0;
  end Capacitor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Source
    Pin p, n;
    RealInput u;
  equation
    p.v - n.v = u;
    p.i + n.i = 0;
  end Source;
  model Sensor
    Pin p;
    RealOutput y;
  equation
    p.i = 0;
    y = p.v;
  end Sensor;
  model Loop
    parameter Real K = 3;
    RealInput reference(unit = "V");
    RealOutput result;
    Gain gain(k = K) annotation(Placement(transformation(extent = {{-60, -20}, {-20, 20}})));
    Lag lag(T = 0.5);
    Source source;
    Resistor resistor;
    Capacitor capacitor(C = 0.1);
    Ground ground;
    Sensor sensor;
  equation
    gain.u = reference - sensor.y;
    connect(gain.y, lag.u);
    connect(lag.y, source.u);
    connect(source.p, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, ground.p);
    connect(source.n, ground.p);
    connect(sensor.p, capacitor.p);
    result = sensor.y;
    annotation(experiment(StartTime = 0, StopTime = 5));
  end Loop;

  block Hysteresis
    RealInput u, reference;
    BooleanOutput y(start = true, fixed = true);
    discrete output Integer count(start = 0, fixed = true);
  equation
    y = pre(y) and u < reference + 1 or u < reference - 1;
    when change(y) then
      count = pre(count) + 1;
    end when;
  end Hysteresis;
  block Not
    BooleanInput u;
    BooleanOutput y;
  equation
    y = not u;
  end Not;
  block Plant
    BooleanInput off;
    RealOutput T(start = 20, fixed = true);
  equation
    der(T) = if off then -1 else 10;
  end Plant;
  block Ramp
    RealOutput y = 25 + 0.1*time;
  end Ramp;
  model Switch
    Ramp ramp;
    Hysteresis controller;
    Not inverter;
    Plant plant;
  equation
    connect(ramp.y, controller.reference);
    connect(plant.T, controller.u);
    connect(controller.y, inverter.u);
    connect(inverter.y, plant.off);
    annotation(experiment(StopTime = 8));
  end Switch;

  block Same "what goes out is what makes that what comes in is the same"
    RealInput u1, u2;
    RealOutput y1, y2;
  equation
    u1 = u2;
    y1 = y2;
  end Same;
  block Sine
    RealOutput y = sin(time);
  end Sine;
  model Inverse
    Sine sine;
    Same same;
    Gain amplifier(k = 2);
  equation
    connect(sine.y, same.u1);
    connect(same.y1, amplifier.u);
    connect(amplifier.y, same.u2);
    annotation(experiment(StopTime = 1));
  end Inverse;
end Parts;
