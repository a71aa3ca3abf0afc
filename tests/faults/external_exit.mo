// Code of the user's that calls exit(0): a run that ends half way does not end well.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0079]: the simulation stopped at time 0.5{{.*}}: the external function {{.*}}leave crashed (it called exit, which would have ended the process)
// CHECK-NOT: s with
// VALUE: %t.csv x(0.4) = 0.4 +- 1e-6
// RUN: causeway simulate %s -o %t.2.csv -p from=-1
// EXIT: 4
// CHECK: error[RT0079]: initialisation failed
model ExternalExit
  function leave
    input Real t;
    output Real y;
    external "C" y = leave_process(t) annotation(Include = "
#include <stdlib.h>
double leave_process(double t) { exit(0); return t; }");
  end leave;
  parameter Real from = 0.5;
  Real x(start = 0, fixed = true);
equation
  der(x) = if time > from then leave(time) else 1;
end ExternalExit;
