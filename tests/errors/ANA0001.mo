// RUN: causeway sweep %s -p A=3:1:1:1 --record h -o %t.csv
// EXIT: 1
// CHECK: error[ANA0001]: 'A=3:1:1:1' gives no values
model M
  parameter Real A = 1, k = 1;
  Real h(start = 1, fixed = true);
equation
  der(h) = -k*h/A;
end M;
