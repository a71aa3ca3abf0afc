// A planar four-bar linkage that turns through its singular positions: crank, coupler and rocker as bars with mass, every joint a pair
// of Cartesian coordinates that only constraints tie together.  No fixed choice of states stays regular over a turn.  A parallelogram is
// the hardest case, for all bars lie in one line twice a turn; here the bars are of different length, and the crank goes round.
// RUN: causeway simulate %s -o %t.csv --stop 20 --tolerance 1e-8
// The bars keep their length, the energy is that of the start.
// ALWAYS: abs({x1}**2 + {y1}**2 - 1) < 1e-5
// ALWAYS: abs(({x2} - {x1})**2 + ({y2} - {y1})**2 - 9) < 1e-4
// ALWAYS: abs(({x2} - 3.5)**2 + {y2}**2 - 4) < 1e-4
// ALWAYS: abs({energy} - 9.457947) < 1e-3
// The crank turns round again and again.
// ALWAYS: {turns} >= -0.01
// The same by the reduced equation J(phi)*phi_dot^2 = 2*energy of one degree of freedom: 13.1385 turns.
// FINAL: turns = 13.1385 +- 2e-3
// RUN: causeway explain %s
// CHECK: at a time
model FourBar "masses in the moving joints, no gravity"
  parameter Real L1 = 1, L2 = 3, L3 = 2, L0 = 3.5, m1 = 1, m2 = 0.2;
  Real x1(start = 0), y1(start = 1), x2(start = 2.7), y2(start = 1.8);
  Real vx1(start = -4, fixed = true), vy1, vx2, vy2;
  Real F1, F2, F3 "forces in the bars, per length";
  Real energy = m1/2*(vx1^2 + vy1^2) + m2/2*(vx2^2 + vy2^2);
  Real angle(start = 0, fixed = true), turns = angle/(2*3.14159265358979);
initial equation
  x1 = 0;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  m1*der(vx1) = -F1*x1 + F2*(x2 - x1);
  m1*der(vy1) = -F1*y1 + F2*(y2 - y1);
  m2*der(vx2) = -F2*(x2 - x1) - F3*(x2 - L0);
  m2*der(vy2) = -F2*(y2 - y1) - F3*y2;
  x1^2 + y1^2 = L1^2;
  (x2 - x1)^2 + (y2 - y1)^2 = L2^2;
  (x2 - L0)^2 + y2^2 = L3^2;
  der(angle) = (x1*vy1 - y1*vx1)/L1^2;
end FourBar;
