// External code that never returns: the time limit holds, the function is named, the result is kept; at the start too.
// REQUIRES: tool cc
// REQUIRES: release
// RUN: causeway simulate %s -o %t.csv --timeout 0.5
// EXIT: 5
// CHECK: error[RT0076]: the time limit was reached at time 0.
// CHECK: of the external function {{.*}}forever
// VALUE: %t.csv x(0.4) = 0.4 +- 1e-6
// RUN: causeway simulate %s -o %t.2.csv --timeout 0.5 -p from=-1
// EXIT: 4
// CHECK: error[RT0076]
// RUN: (causeway simulate %s -o %t.3.csv & pid=$!; sleep 1; kill -INT $pid; wait $pid)
// EXIT: 5
// CHECK: error[RT0076]: interrupted at time 0.
// VALUE: %t.3.csv x(0.4) = 0.4 +- 1e-6
model ExternalNeverReturns
  function forever
    input Real t;
    output Real y;
    external "C" y = loop_forever(t) annotation(Include = "
#include <unistd.h>
double loop_forever(double t) { while (t > 0) usleep(1000); return t; }");
  end forever;
  parameter Real from = 0.5;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + (if time > from then forever(time - from) else 0);
end ExternalNeverReturns;
