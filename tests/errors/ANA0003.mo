// RUN: causeway sweep %s -p A=list:1,2,3 -p k=list:1,2 --zip --record h -o %t.csv
// EXIT: 1
// CHECK: error[ANA0003]: --zip: 'k' has 2 values, another one 3
model M
  parameter Real A = 1, k = 1;
  Real h(start = 1, fixed = true);
equation
  der(h) = -k*h/A;
end M;
