// Parts that need only parameters are computed once, parts that only results need at output points only: the functions that count
// their calls are called once, and as often as there are rows.
// RUN: causeway explain %s
// CHECK: parameters
// CHECK: onlyParameters :=
// CHECK: simulation equations
// CHECK: onlyOutput := {{.*}} // for results only
// CHECK-NOT: onlyParameters := {{.*}} // for results only
// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 10 --stats s.json --no-cache
// RUN: python3 -c "import json; s = json.load(open('s.json')); n = open('calls.txt').read().split(); c = [n.count(x) for x in 'por']; print('once', c[0], 'with rows', s['rows'] <= c[1] <= s['rows'] + 3, 'more evaluations', min(s['rhs'], c[2]) > 2*c[1], c)"
// CHECK: once 1 with rows True more evaluations True
// FINAL: onlyParameters = 4 +- 1e-12
// FINAL: onlyOutput = 0.73575888 +- 1e-5
model WhenComputed
  function counted "twice x; says in a file that it was called"
    input Integer who;
    input Real x;
    output Real y;
    external "C" y = counted(who, x) annotation(Include = "
#include <stdio.h>
static double counted(int who, double x) {
    FILE *f = fopen(\"calls.txt\", \"a\");
    if (f) {
        fprintf(f, \"%c \", who);
        fclose(f);
    }
    return 2*x;
}");
  end counted;
  parameter Real p = 2;
  Real onlyParameters = counted(112, p);
  Real x(start = 1, fixed = true);
  Real onlyOutput = counted(111, x);
equation
  der(x) = -0.5*counted(114, x);
end WhenComputed;
