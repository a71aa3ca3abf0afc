# A usertab of the model's own Include is called instead of the dummy in a library, and each still reports through
# its own ModelicaUtilities.
# REQUIRES: tool cc
# The leak checker itself fails on the library that is loaded here.
# REQUIRES: release
# RUN: bash %s %t
# RUN: causeway simulate Tables.Dummy -L %t -o dummy.csv
# FINAL: dummy.csv y = 1 +- 0
# RUN: causeway simulate Tables.Own -L %t -o own.csv
# CHECK: told by the library
# FINAL: own.csv y = 2 +- 0
mkdir -p "$1/Tables/Resources/C-Sources"
cat > "$1/Tables/Resources/C-Sources/Lookup.c" <<'C'
#include "ModelicaUtilities.h"
int dummy_usertab(void) { return 1; }
int usertab(void) __attribute__((weak, alias("dummy_usertab")));
double lookup(double x) {
    ModelicaMessage("told by the library\n");
    return usertab();
}
C
cat > "$1/Tables/package.mo" <<'M'
package Tables
  impure function lookup
    input Real x;
    output Real y;
    external "C" y = lookup(x) annotation(Library = "Lookup");
  end lookup;

  impure function bring
    input Real x;
    output Real y;
    external "C" y = bring(x) annotation(Include = "
int usertab(void) { return 2; }
double bring(double x) { return 0; }");
  end bring;

  model Dummy
    parameter Real y(fixed = false);
  initial equation
    y = lookup(0);
  end Dummy;

  model Own
    parameter Real y(fixed = false), z(fixed = false);
  initial equation
    y = lookup(0);
    z = bring(y);
  end Own;
end Tables;
M
