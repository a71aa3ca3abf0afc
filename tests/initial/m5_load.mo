// A resistive load given by its power: R = V^2/P, found at the start.
// RUN: causeway simulate %s -o %t.csv --stop 0.1
// VALUE: %t.csv load.R(0) = 48.4 +- 1e-9
// VALUE: %t.csv load.i(0) = 2.27272727 +- 1e-6
model Load
  model Resistor
    parameter Real R = 1;
    Real v, i;
  equation
    v = R*i;
  end Resistor;
  model PowerLoad
    extends Resistor(R(fixed = false, start = 10));
    parameter Real P = 250;
  initial equation
    v*i = P;
  end PowerLoad;
  PowerLoad load;
  parameter Real V = 110;
  Real x(start = 0, fixed = true);
equation
  load.v = V + x;
  der(x) = -x;
end Load;
