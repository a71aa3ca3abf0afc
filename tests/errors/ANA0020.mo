// RUN: causeway sweep %s -p A=1:2 --record h --reduce median -o %t.csv
// EXIT: 1
// CHECK: error[ANA0020]: 'median' does not say how a trajectory becomes a number
model M
  parameter Real A = 1, k = 1;
  Real h(start = 1, fixed = true);
equation
  der(h) = -k*h/A;
end M;
