// What is wrong in a graphical annotation is said, and the rest is drawn.
// RUN: causeway draw %s -o %t.json
// FILE-CHECK: %t.json "kind":"Ellipse"
// CHECK: wrong.mo:{{\d+}}:{{\d+}}: warning[GFX0001]: extent of a graphical annotation must be two corners
// CHECK: warning[GFX0001]: fillPattern of a graphical annotation must be None, Solid, Horizontal
// CHECK: warning[GFX0001]: lineColor of a graphical annotation must be a colour
// CHECK: warning[GFX0001]: points of a graphical annotation must be a list of points
// CHECK: warning[GFX0001]: graphics must be a list of Line
// CHECK: warning[GFX0003]: a text shows %nothing, and Wrong has no element of that name
// CHECK: warning[GFX0002]: the image /etc/passwd is no file of its library
// CHECK: warning[GFX0002]: the image modelica://Nowhere/x.png is no file of its library
// CHECK: warning[GFX0002]: an image is neither PNG
// RUN: causeway draw %s -o no/such/folder/x.png
// EXIT: 1
// CHECK: error[GFX0004]: the picture could not be written to no/such/folder/x.png
// RUN: causeway draw %s -o x.png --width 1e9
// EXIT: 1
// CHECK: its size must be 1 to 20000 pixels
model Wrong
  annotation(Icon(graphics = {
    Rectangle(extent = {1, 2}),
    Ellipse(extent = {{-10, -10}, {10, 10}}, fillPattern = FillPattern.Plaid, lineColor = {0, 0}),
    Line(points = {{0, 0}, {1, 2, 3}}),
    Circle(extent = {{-10, -10}, {10, 10}}),
    Text(extent = {{-10, -10}, {10, 10}}, textString = "%nothing"),
    Bitmap(extent = {{-10, -10}, {10, 10}}, fileName = "/etc/passwd"),
    Bitmap(extent = {{-10, -10}, {10, 10}}, fileName = "modelica://Nowhere/x.png"),
    Bitmap(extent = {{-10, -10}, {10, 10}}, imageSource = "AAAA")}));
end Wrong;
