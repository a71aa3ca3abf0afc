// The slope of asin at 1 is infinite: a step divided by it is short, but leads to no solution.  With the limits in force there is one.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0) = 0.99 +- 1e-9
// VALUE: %t.csv a(0) = 0.909893172711 +- 1e-9
// VALUE: %t.csv a(1) = 0.909893172711 +- 1e-6
// VALUE: %t.csv c(0) = -0.99 +- 1e-9
// VALUE: %t.csv w(0) = 0.3 +- 1e-9
model LimitedRoot
  constant Real pi = 3.141592653589793;
  Real a(start = 0), c(start = 0), u, y;
  Real w(start = 0), z "a root with another exponent";
initial equation
  der(a) = 0;
  der(c) = 0;
equation
  der(a) = 2/pi*asin(y) - a;
  der(c) = -y - c;
  u = 10 - a - c;
  y = smooth(0, if u > 0.99 then 0.99 elseif u < -0.99 then -0.99 else u);
  z = 5 - w;
  w = if z^0.9 > 1 then 0.3 else z;
end LimitedRoot;
