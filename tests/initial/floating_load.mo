// A load of constant power between two nodes without ground: the level of the nodes is not determined, and of the two voltages that
// give the power (0.6 and 0.4) the one is taken that is reached from the simplified model without load.
// RUN: causeway simulate %s -o %t.csv --stop 1
// RUN: causeway simulate %s -o %t_whole.csv --stop 1 --no-tearing
// FINAL: %t.csv u = 0.6 +- 1e-8
// FINAL: %t.csv i = 0.4 +- 1e-8
// FINAL: %t_whole.csv u = 0.6 +- 1e-8
model FloatingLoad
  Real a(start = 1), b(start = 0), u(start = 1);
  Real i, j;
equation
  u = a - b;
  u = 1 - i "source behind a resistance";
  i + j = 0 "of node a ...";
  u*i = homotopy(actual = 0.24, simplified = 0);
  a*i + b*j = u*i "... and what follows from it for node b";
end FloatingLoad;
