// An equation that is solved by an inverse function may have no solution; that is said, whatever the formula gives.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: inverse_without_solution.mo:20:3: warning[RT0011]: at time {{0\.6\S*}}: this equation has no solution: atan lies between -pi/2 and pi/2
// CHECK: inverse_without_solution.mo:19:3: warning[RT0011]: at time {{0\.8\S*}}: this equation has no solution: a square root is equal to a negative number
// CHECK-NOT: acos
// CHECK-NOT: asin
// VALUE: %t.csv level(0.5) = 0.09 +- 1e-9
// VALUE: %t.csv slope(0.5) = 2.572151622126319 +- 1e-9
// FINAL: %t.csv side = 0.8414709848078965 +- 1e-9
model InverseWithoutSolution
  Real level;
  Real slope;
  Real side;
  Real base;
  Real square = (0.8 - time)^2 "a square that is written as one is none of these";
  Real rate = 0.8 - time;
  Real angle = 1.2 + (time - 0.5)/0.28;
equation
  sqrt(level) = rate;
  atan(slope) = angle;
  asin(side) = time;
  acos(base) = 3*time;
end InverseWithoutSolution;
