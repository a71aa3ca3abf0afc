// ModelicaError in external code abandons the evaluation cleanly: at a trial point the step is repeated, at last the run ends.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv --stop 2
// EXIT: 5
// CHECK: external function {{.*}}root: cannot take the root of -
// VALUE: %t.csv x(0.9) = 0.354415 +- 1e-4
// RUN: causeway simulate %s -o %t.ok.csv --stop 0.9
// FINAL: %t.ok.csv x = 0.354415 +- 1e-4
model ExternalThrows "beyond time 1 there is nothing"
  function root
    input Real u;
    output Real y;
    external "C" y = careful_root(u) annotation(Include = "
#include <math.h>
#include \"ModelicaUtilities.h\"
double careful_root(double u) {
  if (u < 0) ModelicaFormatError(\"cannot take the root of %g\", u);
  return sqrt(u);
}");
  end root;
  Real x(start = 1, fixed = true);
equation
  der(x) = -root(1 - time);
end ExternalThrows;
