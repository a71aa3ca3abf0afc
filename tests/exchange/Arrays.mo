// RUN: causeway ssp %s --fmi 3 -o arrays.ssp && causeway simulate arrays.ssp -o arrays.csv
// CHECK: lag: 3 inputs, 1 outputs
// FINAL: arrays.csv out = 13.6240237 +- 1e-4
// RUN: python3 -m zipfile -e arrays.ssp . && cat SystemStructure.ssd resources/parameters.ssv
// CHECK: <ssd:Connector name="u" kind="input"><ssc:Real/><ssc:Dimension size="3"/><ssd:ConnectorGeometry x="0.04167" y="0.5"/></ssd:Connector>
// CHECK: <ssd:ElementGeometry x1="-4" y1="-20" x2="44" y2="20" iconSource="resources/icons/lag.svg"/>
// CHECK: <ssd:Connection startElement="source" startConnector="y" startIndices="2" endElement="lag" endConnector="u" endIndices="2"/>
// CHECK: <ssv:Parameter name="source.a"><ssv:Real value="1 2 3"/><ssc:Dimension size="3"/></ssv:Parameter>
// RUN: grep -c '<svg' resources/icons/lag.svg
// CHECK: 1
// RUN: causeway ssp %s --fmi 3 --ssp 1
// EXIT: 1
// CHECK: error[TOOL0008]: FMUs of FMI 3.0 have arrays, which SSP 1.0 does not know
model Arrays "as a system of FMUs of FMI 3.0: arrays stay arrays, pictures go along"
  connector RealInput = input Real
    annotation(Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127})}));
  connector RealOutput = output Real
    annotation(Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127})}));
  block Source
    parameter Real a[3] = {1, 2, 3};
    RealOutput y[3] = a*time annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end Source;
  block Lag
    RealInput u[3] annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    RealOutput s = sum(x) annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Real x[3](each start = 0, each fixed = true);
  equation
    der(x) = u - x;
    annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255})}));
  end Lag;
  Source source annotation(Placement(transformation(extent = {{-80, -20}, {-40, 20}})));
  Lag lag annotation(Placement(transformation(extent = {{0, -20}, {40, 20}})));
  output Real out = 2*lag.s;
equation
  connect(source.y, lag.u);
  annotation(experiment(StopTime = 2));
end Arrays;
