// Every primitive with its attributes, drawn exactly as stored (MLS 3.6, 18.6.5).
// RUN: causeway draw %s -o %t.svg && cmp %t.svg %d/primitives.svg && echo the same
// CHECK: the same
// RUN: causeway draw %s -o %t.png && head -c 4 %t.png | tail -c 3
// CHECK: PNG
// RUN: causeway draw %s -o %t.json && python3 -c "import json,sys; p = json.load(open(sys.argv[1])); print(sorted({i['kind'] for i in p['items']}))" %t.json
// CHECK: ['Bitmap', 'Ellipse', 'Line', 'Polygon', 'Rectangle', 'Text']
model Primitives
  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
    Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {200, 200, 200}),
    Line(points = {{-90, 90}, {-70, 60}, {-50, 90}, {-30, 60}}, smooth = Smooth.Bezier, color = {255, 0, 0}, thickness = 1),
    Line(points = {{-20, 90}, {20, 90}}, pattern = LinePattern.Dash, thickness = 0.5),
    Line(points = {{-20, 85}, {20, 85}}, pattern = LinePattern.Dot),
    Line(points = {{-20, 80}, {20, 80}}, pattern = LinePattern.DashDot),
    Line(points = {{-20, 75}, {20, 75}}, pattern = LinePattern.DashDotDot),
    Line(points = {{-20, 70}, {20, 70}}, pattern = LinePattern.None),
    Line(points = {{30, 90}, {90, 90}}, arrow = {Arrow.Open, Arrow.Filled}, arrowSize = 6),
    Line(points = {{30, 75}, {90, 75}}, arrow = {Arrow.None, Arrow.Half}, arrowSize = 6, color = {0, 0, 255}),
    Rectangle(extent = {{-90, 50}, {-60, 20}}, radius = 8, fillColor = {255, 255, 0}, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-50, 50}, {-20, 20}}, fillPattern = FillPattern.Horizontal, fillColor = {255, 255, 255}),
    Rectangle(extent = {{-10, 50}, {20, 20}}, fillPattern = FillPattern.CrossDiag, fillColor = {220, 255, 220}, lineColor = {0, 128, 0}),
    Rectangle(extent = {{30, 50}, {60, 20}}, fillPattern = FillPattern.VerticalCylinder, fillColor = {255, 255, 255}, rotation = 10),
    Rectangle(extent = {{-15, -15}, {15, 15}}, origin = {80, 35}, rotation = 45, fillPattern = FillPattern.HorizontalCylinder, fillColor = {255, 200, 200}),
    Ellipse(extent = {{-90, 10}, {-50, -20}}, fillPattern = FillPattern.Sphere, fillColor = {255, 255, 255}, lineColor = {0, 0, 255}),
    Ellipse(extent = {{-40, 10}, {-10, -20}}, startAngle = 30, endAngle = 200),
    Ellipse(extent = {{0, 10}, {30, -20}}, startAngle = 30, endAngle = 200, closure = EllipseClosure.Chord, fillPattern = FillPattern.Solid, fillColor = {0, 255, 255}),
    Ellipse(extent = {{40, 10}, {70, -20}}, startAngle = 30, endAngle = 200, closure = EllipseClosure.None, fillPattern = FillPattern.Solid),
    Rectangle(extent = {{75, 5}, {95, -15}}, borderPattern = BorderPattern.Raised, fillPattern = FillPattern.Solid, fillColor = {200, 200, 200}),
    Polygon(points = {{-90, -30}, {-60, -30}, {-75, -60}}, fillPattern = FillPattern.Sphere, fillColor = {255, 255, 255}),
    Polygon(points = {{-50, -30}, {-20, -30}, {-35, -60}, {-50, -30}}, smooth = Smooth.Bezier, fillPattern = FillPattern.Solid, fillColor = {255, 128, 0}),
    Text(extent = {{-10, -30}, {40, -40}}, textString = "fits & <tags>"),
    Text(extent = {{-10, -45}, {40, -65}}, textString = "a text that is much wider than high"),
    Text(extent = {{50, -30}, {90, -60}}, textString = "two
lines", textStyle = {TextStyle.Bold, TextStyle.Italic}, horizontalAlignment = TextAlignment.Left, textColor = {128, 0, 128}),
    Text(extent = {{0, -5}, {0, 5}}, origin = {-90, -80}, textString = "no width", horizontalAlignment = TextAlignment.Left),
    Text(extent = {{-20, -5}, {20, 5}}, origin = {0, -80}, rotation = 180, fontSize = 12, fontName = "serif", textString = "upright"),
    Bitmap(extent = {{60, -70}, {90, -100}}, imageSource = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP4z8DAAMIM////ZwAAHu8E/KPItPcAAAAASUVORK5CYII="),
    Rectangle(extent = {{-100, -100}, {100, 100}}, visible = false, fillPattern = FillPattern.Solid)}));
end Primitives;
