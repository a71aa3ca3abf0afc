// Modelica 2 had annotations among equations and statements: the section goes on behind them.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[SYN0020]: the annotation of a class stands last
// FINAL: x = 2 +- 1e-6
// FINAL: y = 5 +- 1e-6
// FINAL: z = 6 +- 1e-6
model M
  Real x(start = 1), y, z, u;
equation
  der(x) = 1;
  annotation(Icon(graphics = {Line(points = {{0, 0}, {1, 1}})}));
  y = x + 3;
initial equation
  x = 1;
  annotation(Documentation(info = "x"));
algorithm
  u := 1;
  annotation(Documentation(info = "y"));
  z := u + y;
end M;
