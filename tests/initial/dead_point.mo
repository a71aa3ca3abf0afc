// A crank that is guessed at its dead point, where the matrix is singular but for the last digits of cos(pi/2): the angles
// found are near by, not 1e15 rad away, where nothing but rounding is left of them.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv s(0) = 0.2 +- 1e-6
// ALWAYS: abs({phi}) < 10 and abs({psi}) < 10
// ALWAYS: abs(0.05*cos({phi} + 1.5707963267949) - 0.2*sin({psi})) < 1e-6
model DeadPoint
  parameter Real r = 0.05, l = 0.2;
  parameter Real offset(unit = "rad") = 1.5707963267949;
  Real phi(unit = "rad", start = 0), psi(unit = "rad", start = 0);
  Real s(start = 0.2, fixed = true), v(start = 0, fixed = true);
equation
  r*sin(phi + offset) + l*cos(psi) = s;
  r*cos(phi + offset) - l*sin(psi) = 0;
  der(s) = v;
  der(v) = -s + 0.2;
  annotation(experiment(StopTime = 1));
end DeadPoint;
