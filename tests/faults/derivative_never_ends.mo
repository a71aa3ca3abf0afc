// y drops out of every derivative: index reduction would go on for ever.
// RUN: timeout 20 causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: derivative_never_ends.mo:11:3: error[SYM0301]: index reduction must differentiate this equation, but that would never end
model M
  Real x(start = 1), y(start = -1);
initial equation
  der(y) = 0;
equation
  x = 1;
  x = smooth(1, floor(y));
end M;
