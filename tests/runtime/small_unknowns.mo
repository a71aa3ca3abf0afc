// Unknowns far below their nominal values, in a system whose matrix turns: solved with the matrix of an earlier instant they
// are as exact, beside their own size, as with a fresh one.
// RUN: causeway simulate %s -o %t.csv --stop 0.1
// ALWAYS: abs({off}) < 1e-12
// FINAL: phi = 31.4 +- 1e-9
model SmallUnknowns
  Real phi(start = 0, fixed = true);
  Real x(start = 1, fixed = true);
  Real z[5](each nominal = 1);
  Real off "what is left of the equations, in parts of their size";
equation
  der(phi) = 314;
  der(x) = -x + 1e9*z[3]/20;
  (if x > 5 then 2 else 1.5)*z[1]*cos(phi) + z[2]*sin(phi) + 0.1*z[5] = 1e-9*x;
  -z[1]*sin(phi) + z[2]*cos(phi) + 0.2*z[4]*sin(phi) = 2e-9*x;
  3*z[3] + z[4]*cos(phi) + 0.3*z[1] = 1e-9;
  2*z[4] - z[3]*sin(phi) + 0.1*z[2] = -1e-9*x;
  2*z[5] + z[4]*sin(phi) + z[1]*cos(phi) = 1e-9*cos(phi);
  off = 1e9*noEvent(max({abs(1.5*z[1]*cos(phi) + z[2]*sin(phi) + 0.1*z[5] - 1e-9*x),
    abs(-z[1]*sin(phi) + z[2]*cos(phi) + 0.2*z[4]*sin(phi) - 2e-9*x),
    abs(3*z[3] + z[4]*cos(phi) + 0.3*z[1] - 1e-9),
    abs(2*z[4] - z[3]*sin(phi) + 0.1*z[2] + 1e-9*x),
    abs(2*z[5] + z[4]*sin(phi) + z[1]*cos(phi) - 1e-9*cos(phi))}));
end SmallUnknowns;
