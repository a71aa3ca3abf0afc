// RUN: echo "a letter" > %t.csv.journal; causeway sweep %s -p k=1:2 --record h -o %t.csv
// EXIT: 1
// CHECK: error[ANA0011]: {{.*}}.journal belongs to another study
model M
  parameter Real k = 1;
  Real h(start = 1, fixed = true);
equation
  der(h) = -k*h;
end M;
