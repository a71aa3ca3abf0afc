// RUN: causeway simulate %s M -o %t.csv --stop 1
// CHECK-NOT: error
// FINAL: k = 8 +- 0
// FINAL: x = 4 +- 1e-9
model M
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
    output Integer n;
    external "C" n = get_table(t) annotation(Include="
static int get_table(void *p) { return *(int *)p; }");
  end get;
  Integer size;
  Table t = Table(size);
  Integer k;
  Real x(start = 0, fixed = true);
equation
  when initial() then
    size = integer(3.5) + 1;
  end when;
  when sample(0, 0.25) then
    k = get(t) + integer(time*4);
  end when;
  der(x) = get(t);
end M;
