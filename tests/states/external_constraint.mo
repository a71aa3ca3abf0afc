// A pendulum that goes over the top, its constraint computed by an external function whose derivatives are external functions too: states
// are picked while running, with slopes that the model's own code computes.
// RUN: causeway explain %s
// CHECK: 1 of x, y at a time
// RUN: causeway simulate %s -o %t.csv --stop 10 --tolerance 1e-8
// ALWAYS: abs({x}**2 + {y}**2 - 1) < 1e-7
// ALWAYS: abs({energy} - 9.81) < 1e-3
// The same without derivative annotations, by difference quotients.
// RUN: sed 's/derivative = length2_der, //' %s > without.mo; causeway simulate without.mo -o without.csv --stop 10 --tolerance 1e-8
// CHECK: warning[SYM0305]: index reduction differentiates the function ExternalConstraint.length2, for which a difference quotient is taken
// ALWAYS: without.csv abs({x}**2 + {y}**2 - 1) < 1e-7
// ALWAYS: without.csv abs({energy} - 9.81) < 1e-3
package ExternalConstraint
  function length2
    input Real x, y;
    output Real s;
  external "C" s = length2(x, y)
    annotation(derivative = length2_der, Include = "static double length2(double x, double y) { return x*x + y*y; }");
  end length2;
  function length2_der
    input Real x, y, dx, dy;
    output Real ds;
  external "C" ds = length2_der(x, y, dx, dy)
    annotation(derivative(order = 2) = length2_der2, Include = "static double length2_der(double x, double y, double dx, double dy) { return 2*(x*dx + y*dy); }");
  end length2_der;
  function length2_der2
    input Real x, y, dx, dy, ddx, ddy;
    output Real dds;
  algorithm
    dds := 2*(x*ddx + y*ddy + dx^2 + dy^2);
  end length2_der2;
  model Pendulum
    Real x(start = 0), y(start = -1), vx(start = 7.672, fixed = true), vy, F;
    Real energy = (vx^2 + vy^2)/2 + 9.81*y - (7.672^2/2 - 2*9.81);
  initial equation
    x = 0;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    length2(x, y) = 1;
  end Pendulum;
end ExternalConstraint;
