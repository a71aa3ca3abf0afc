// RUN: causeway simulate %s -o %t.csv --tolerance 1e-12
// CHECK: 2 modes, 1 changes
// VALUE: %t.csv taut(0.4038550209) = 0 +- 0
// VALUE: %t.csv taut(0.4038550229) = 1 +- 0
// VALUE: %t.csv y(0.4038550219) = -0.8 +- 1e-8
// VALUE: %t.csv vx(0.4038550219) = -1.9016725270 +- 1e-8
// VALUE: %t.csv vy(0.4038550219) = -1.4262543953 +- 1e-8
// VALUE: %t.csv energy(0.4038550219) = -5.02272 +- 1e-8
// FINAL: y = -0.512 +- 1e-8
model CupAndBall "A ball falls until its string is taut: the string takes what moves along it"
  parameter Real L = 1 "length of the string";
  parameter Real g = 9.81, m = 1;
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0, fixed = true);
  Real F "force of the string";
  Real energy = m*(vx^2 + vy^2)/2 + m*g*y;
  Boolean taut(start = false, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  if taut then
    x^2 + y^2 = L^2;
  else
    F = 0;
  end if;
  when x^2 + y^2 >= L^2 then
    taut = true;
  end when;
  annotation (experiment(StopTime = 1.1670008872));
end CupAndBall;
