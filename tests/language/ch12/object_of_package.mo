// An external object that is a constant of a package: one for the model, one in each call of a function (MLS 12.9.7).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: x = 6 +- 1e-9
// FINAL: y = 7 +- 1e-9
package P
  class Table
    extends ExternalObject;
    function constructor
      input Integer n;
      output Table t;
      external "C" t = make_table(n) annotation(Include="
#include <stdlib.h>
static void *make_table(int n) { int *p = malloc(sizeof *p); *p = n; return p; }");
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
      y := get(table, u) + get(table, u) - get(table, 0);
    end value;
  end Medium;
  model M
    Real x = get(Medium.table, time);
    Real y = Medium.value(time);
  end M;
end P;
