// Code of the user's that crashes ends the run, not the program: named, with the result so far and its exit code.
// REQUIRES: tool cc
// REQUIRES: release
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0079]: {{.*}} time 0.{{.*}}: the external function {{.*}}wrong crashed (segmentation fault)
// CHECK: hint: this is a fault of the code behind that function
// VALUE: %t.csv x(0.4) = 0.4 +- 1e-6
// RUN: causeway simulate %s -o %t.2.csv -p how=2
// EXIT: 5
// CHECK: {{.*}}wrong crashed (it called abort
// VALUE: %t.2.csv x(0.4) = 0.4 +- 1e-6
// RUN: causeway simulate %s -o %t.3.csv -p how=3
// EXIT: 5
// CHECK: {{.*}}wrong crashed (arithmetic fault)
// RUN: causeway simulate %s -o %t.4.csv -p from=-1
// EXIT: 4
// CHECK: error[RT0079]: initialisation failed {{.*}}wrong crashed (segmentation fault)
model ExternalCrash
  function wrong
    input Real t;
    input Integer how;
    output Real y;
    external "C" y = wrong_address(t, how) annotation(Include = "
#include <stdlib.h>
double wrong_address(double t, int how) {
  volatile int zero = 0;
  if (t <= 0) return t;
  if (how == 1) return *(volatile double *)(size_t)8;
  if (how == 2) abort();
  return 7 / zero;
}");
  end wrong;
  parameter Integer how = 1;
  parameter Real from = 0.5;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + (if time > from then wrong(time - from, how) else 0);
end ExternalCrash;
