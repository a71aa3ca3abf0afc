// An element of the value of an expression in parentheses: (f(x)).name; of an array of records it is a slice (MLS 3.7, 3.6.6).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a = 5 +- 1e-9
// FINAL: b = 5 +- 1e-9
// FINAL: c = 9 +- 1e-9
// FINAL: x = 0.5403023 +- 1e-5
// RUN: causeway format %s
// CHECK: (turned(p, 2)).x
record Point
  Real x, y;
end Point;

function turned
  input Point p;
  input Real k;
  output Point q;
algorithm
  q.x := -k*p.y;
  q.y := k*p.x;
end turned;

model MemberOfExpression
  Point p(x = 1 + time, y = -2.5*time);
  Point row[2] = {Point(4, 1), Point(5, 1)};
  Real a = (turned(p, 2)).x;
  Real b = (if time < 2 then row[2] else p).x;
  Real c = sum((row).x);
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  (Point(der(x), der(y))).x = (turned(Point(x, y), 1)).x;
  (turned(Point(x, y), 1)).y = der(y);
end MemberOfExpression;
