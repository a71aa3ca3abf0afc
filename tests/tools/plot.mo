// The plot command: terminal, pictures, overlay, misspelt names.
// RUN: causeway simulate %s -o a.csv -q; causeway simulate %s -o b.mat -q -p w=7
// RUN: causeway plot b.mat x y --width 60 --height 15 --title "Circle"
// CHECK: Circle
// CHECK: [m]
// CHECK: 1.0 ┤
// CHECK: time [s]
// CHECK: ── x [m]
// CHECK: ── y [m]
// RUN: causeway plot b.mat 'x' --compare a.csv --from 0 --to 0.5
// CHECK: ── x [m] (b.mat)
// CHECK: ╌╌ x (a.csv)
// RUN: causeway plot b.mat y --x x --output p.svg && causeway plot b.mat x y -o p.png && causeway plot b.mat x y -o p.pdf; head -c 5 p.svg; head -c 4 p.pdf; file p.png || true
// CHECK: <?xml%PDF
// RUN: causeway plot a.csv z
// EXIT: 1
// CHECK: a.csv has no variable 'z'
// RUN: causeway plot a.csv x -o p.gif
// EXIT: 1
// CHECK: must end in .svg, .html, .png or .pdf
// RUN: causeway plot nothing.csv x
// EXIT: 1
// CHECK: nothing.csv
// RUN: causeway plot a.csv x --from 5 --to 6
// EXIT: 1
// CHECK: no finite value
// RUN: causeway compare a.csv b.mat
// EXIT: 1
// CHECK: x: {{.*}} outside the tube
model Circle
  parameter Real w = 6.283185307179586;
  Real x(start = 1, fixed = true, unit = "m");
  Real y(start = 0, fixed = true, unit = "m");
equation
  der(x) = -w*y;
  der(y) = w*x;
end Circle;
