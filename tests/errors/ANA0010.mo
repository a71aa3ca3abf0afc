// RUN: causeway sweep %s -p k=1:2 --record h -o %t/none/study.csv
// EXIT: 1
// CHECK: error[ANA0010]: cannot open {{.*}}study.csv.journal
model M
  parameter Real k = 1;
  Real h(start = 1, fixed = true);
equation
  der(h) = -k*h;
end M;
