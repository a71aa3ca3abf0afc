// An external object that is a constant of a package: one for the model and all functions that use it (MLS 3.6, 12.9.7).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: x = 6 +- 1e-9
// FINAL: y = 7 +- 1e-9
// FINAL: z = 14 +- 1e-9
// RUN: causeway simulate %s P.M --strict -o %t.csv --stop 1
// RUN: causeway flatten %s P.M > %t.dae && causeway simulate %t.dae -o %t.csv --stop 1
// FINAL: z = 14 +- 1e-9
package P
  class Table
    extends ExternalObject;
    function constructor
      input Integer n;
      output Table t;
      external "C" t = make_table(n) annotation(Include="
#include <stdlib.h>
#include \"ModelicaUtilities.h\"
static int made;
static void *make_table(int n) { int *p;
  if (made++) ModelicaError(\"a second one is made\");
  p = malloc(sizeof *p); *p = n; return p; }");
    end constructor;
    function destructor
      input Table t;
      external "C" free_table(t) annotation(Include="
#include <stdlib.h>
static void free_table(void *p) { free(p); }");
    end destructor;
  end Table;
  function get
    input Table t;
    input Real u;
    output Real y;
    external "C" y = get_table(t, u) annotation(Include="
static double get_table(void *p, double u) { return *(int *)p + u; }");
  end get;
  package Medium
    constant Table table = Table(5);
    function value
      input Real u;
      output Real y;
    algorithm
      y := 0;
      while y < 0.5 loop
        y := y + get(table, u) + get(table, u) - get(table, 0);
      end while;
    end value;
  end Medium;
  package Other
    package Inside = Medium;
    function twice
      input Real u;
      output Real y;
    algorithm
      y := Inside.value(u) + P.Medium.value(u);
    end twice;
  end Other;
  model M
    Real z = Other.twice(time);
    Real x = get(Medium.table, time);
    Real y = Medium.value(time);
  end M;
end P;
