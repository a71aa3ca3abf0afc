// RUN: causeway sweep %s --random 'A=normal(1,-1)' --record h -o %t.csv
// EXIT: 1
// CHECK: error[ANA0002]: 'A=normal(1,-1)' is no distribution
model M
  parameter Real A = 1, k = 1;
  Real h(start = 1, fixed = true);
equation
  der(h) = -k*h/A;
end M;
