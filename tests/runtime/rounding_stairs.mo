// Near the solution the residual jumps by rounding, from one side of zero to the other: ever smaller parts of the step lead ever
// nearer to the jump, where nothing gets better.  That is as near as numbers allow.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1.36e-7 +- 0.5e-7
// FINAL: y = 1.36e-7 +- 0.5e-7
model RoundingStairs
  parameter Real large = 2^30, part = 1.2*2^(-22);
  Real x(start = 1), y(start = 1), X, Y;
equation
  X = large + x;
  Y = large + y;
  sin(x) + (X - large) + 0.1*sin(y) = part;
  sin(y) + (Y - large) + 0.1*sin(x) = part;
end RoundingStairs;
