// External code that leaks two megabytes a call harms nobody but the memory: the run is as it should be.
// REQUIRES: tool cc
// REQUIRES: release
// RUN: causeway simulate %s -o %t.csv --stats s.json; python3 -c "import json; print('leaked' if json.load(open('s.json'))['peak_rss_mb'] > 50 else 'not')"
// CHECK: leaked
// FINAL: %t.csv x = 0.36787944 +- 1e-5
model ExternalLeaks
  function leak
    input Real u;
    output Real y;
    external "C" y = leak_a_little(u) annotation(Include = "
#include <stdlib.h>
#include <string.h>
double leak_a_little(double u) { volatile char *p = malloc(2 << 20); for (int i = 0; i < 2 << 20; i += 4096) p[i] = 1; return u * p[4096]; }");
  end leak;
  Real x(start = 1, fixed = true);
equation
  der(x) = -leak(x);
end ExternalLeaks;
