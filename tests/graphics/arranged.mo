// A diagram without places: laid out, with lines between connectors, and it is said.  Boxes have names.
// RUN: causeway draw %s M --diagram -o %t.svg
// CHECK: note[GFX0005]: M: the layout is automatic: 3 components without Placement, 2 connections without Line
// RUN: grep -o ">[a-z]*</text>" %t.svg | sort | tr '\n' ' '; grep -c 'data-from\|stroke="#5a5a5a"' %t.svg
// CHECK: >first</text> >last</text> >middle</text> 2
// RUN: causeway simulate %s M -o %t.mat -q 2> /dev/null; causeway draw %s M --diagram --result %t.mat -o %t.svg
// CHECK: note[GFX0006]: nothing in M follows the result: no annotation says DynamicSelect
// RUN: causeway draw %s M -o %t.png && causeway draw %s Placed --diagram -o %t.svg && echo quiet
// CHECK: quiet
// CHECK-NOT: Placed: the layout
block Part
  connector In = input Real;
  connector Out = output Real;
  In u annotation (Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
  Out y = u + 1 annotation (Placement(transformation(extent = {{80, -10}, {100, 10}})));
end Part;
block Source
  connector Out = output Real;
  Out y = time annotation (Placement(transformation(extent = {{80, -10}, {100, 10}})));
end Source;
model Placed
  Source first annotation (Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  Part last annotation (Placement(transformation(extent = {{40, -10}, {60, 10}})));
equation
  connect(first.y, last.u) annotation (Line(points = {{-40, 0}, {40, 0}}));
end Placed;
model M
  Source first;
  Part middle, last;
  parameter Real k = 1;
equation
  connect(first.y, middle.u);
  connect(middle.y, last.u);
end M;
