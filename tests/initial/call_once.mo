// A call in an initial equation belongs to the initialisation: it is not made again at every step.
// RUN: causeway simulate %s -o %t.csv --stop 10
// RUN: causeway flatten %s
// CHECK: initial equation
// CHECK: ($call[1], $call[2]) := CallOnce.pair(s)
// FINAL: y = 30 +- 1e-9
// FINAL: x = 4 +- 1e-9
model CallOnce
  function pair
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := 2*u;
    b := u + 1;
  end pair;
  parameter Real p(fixed = false), q(fixed = false), s(fixed = false);
  Real y, x;
initial equation
  s = 1;
  (p, q) = pair(s);
  x = p + q;
  y = 0;
equation
  der(y) = p + s;
  der(x) = 0;
end CallOnce;
