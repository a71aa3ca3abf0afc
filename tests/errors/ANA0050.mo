// RUN: causeway linearize %s
// EXIT: 1
// CHECK: error[ANA0050]: Vertical has no linear model at time 0: it has no finite derivatives there
model Vertical "the square root is vertical at zero"
  Real x(start = 0, fixed = true);
equation
  der(x) = sqrt(x);
end Vertical;
