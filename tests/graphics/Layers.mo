// Layers: inheritance back to front, placements, conditions, connections, text macros (MLS 3.6, 18.6.1 to 18.6.4).
// RUN: causeway draw %s Layers.System --diagram -o %t.svg && cmp %t.svg %d/Layers.System.svg && echo diagram is the same
// CHECK: diagram is the same
// RUN: causeway draw %s Layers.Heated -o %t.svg && cmp %t.svg %d/Layers.Heated.svg && echo icon is the same
// CHECK: icon is the same
// RUN: causeway draw %s Layers.Mapped -o %t.svg && cmp %t.svg %d/Layers.Mapped.svg && echo map is the same
// CHECK: map is the same
// RUN: causeway draw %s Layers.Named -o - 2>&1; causeway draw %s Layers.Named -o %t.json && cat %t.json
// CHECK: -o FILE.svg
// CHECK: "extent":[-50,-50,50,50]
// CHECK: "text":"Named"
// RUN: causeway draw %s Layers.Bare --diagram -o %t.json && cat %t.json
// CHECK: "text":"speed Out"
// RUN: causeway draw %s Layers --all -o %t.d && ls %t.d
// CHECK: 13 classes, {{.*}} 0 failed
// CHECK: Layers.Heated.diagram.svg
// CHECK: Layers.Small._27a_2fb_27.icon.svg
package Layers
  connector Pin
    Real v;
    flow Real i;
    annotation(
      Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(graphics = {
        Rectangle(extent = {{-40, -40}, {40, 40}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-100, 110}, {100, 50}}, textString = "%name", textColor = {0, 0, 255})}));
  end Pin;

  partial model TwoPin
    Pin a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Pin b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Icon(coordinateSystem(extent = {{-100, -50}, {100, 50}}), graphics = {
      Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255}),
      Text(extent = {{-100, 50}, {100, 30}}, textString = "%name")}));
  end TwoPin;

  type Kind = enumeration(Wire "a wire", Film "a film");

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1000;
    parameter Real T(unit = "K", displayUnit = "degC") = 293.15;
    parameter Kind kind = Kind.Film;
    parameter Boolean useHeatPort = false;
    Pin heat if useHeatPort annotation(Placement(transformation(extent = {{-10, -50}, {10, -30}})));
  equation
    a.i + b.i = 0;
    a.v - b.v = R*a.i;
    annotation(Icon(graphics = {
      Rectangle(extent = {{-70, 20}, {70, -20}}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid,
        lineColor = if useHeatPort then {191, 0, 0} else {0, 0, 255}),
      Line(points = {{0, -20}, {0, -40}}, visible = useHeatPort, color = {191, 0, 0}),
      Text(extent = {{-100, -25}, {100, -45}}, textString = "R=%R, %{kind} at %T (100%%)")}));
  end Resistor;

  model Heated "Parameters of the instance decide what is seen"
    extends Resistor(R = 1.5e-6, useHeatPort = true, kind = Kind.Wire, T = 300);
  end Heated;

  model Mapped "A base class drawn into a corner, and one without its primitives"
    extends Resistor annotation(IconMap(extent = {{0, 0}, {100, 100}}));
    annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}})}));
  end Mapped;

  block Named = Small annotation(Icon(graphics = {Text(extent = {{-50, -50}, {50, 50}}, textString = "%class")}));

  block Small
    model 'a/b'
      annotation(Icon(graphics = {Line(points = {{0, 0}, {10, 10}})}));
    end 'a/b';
    annotation(Icon(coordinateSystem(extent = {{-50, -50}, {50, 50}}), graphics = {Ellipse(extent = {{-50, -50}, {50, 50}})}));
  end Small;

  connector Out = output Real annotation(Diagram(graphics = {Text(extent = {{-100, -100}, {100, 100}}, textString = "%name %class")}));

  model Bare
    Out speed annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Pin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  end Bare;

  model System
    Resistor R1(R = 47) annotation(Placement(transformation(extent = {{-60, 40}, {-40, 50}})));
    Resistor R2(R = R1.R) annotation(Placement(transformation(extent = {{-10, -5}, {10, 5}}, rotation = 270, origin = {0, 20})));
    Resistor R3(useHeatPort = true) annotation(Placement(transformation(extent = {{60, 40}, {40, 50}})));
    Resistor none if false annotation(Placement(transformation(extent = {{60, -60}, {40, -50}})));
    Bare bare annotation(Placement(transformation(extent = {{20, -60}, {40, -40}})));
    Small hidden annotation(Placement(visible = false, transformation(extent = {{20, -60}, {40, -40}})));
    Pin ground annotation(Placement(transformation(extent = {{-10, -70}, {10, -50}})));
  equation
    connect(R1.b, R2.a) annotation(Line(points = {{-39, 45}, {0, 45}, {0, 31}}, color = {0, 0, 255}),
      Text(string = "%second", index = -1, extent = {{6, 3}, {6, 6}}));
    connect(R2.b, ground) annotation(Line(points = {{0, 9}, {0, -60}}, color = {0, 0, 255}));
    connect(none.a, ground) annotation(Line(points = {{40, -55}, {0, -60}}, color = {255, 0, 0}));
    annotation(Diagram(graphics = {Rectangle(extent = {{-80, 70}, {80, -80}}, pattern = LinePattern.Dot)}));
  end System;
end Layers;
