// Otter and Olsson 2002: an external object is made once and destroyed once: after a run, after a failure, and not when it was not made.
// RUN: causeway simulate %s -o %t.csv --stop 1 > log1.txt 2>&1; echo "made $(grep -c 'table made' log1.txt), gone $(grep -c 'table gone' log1.txt)"
// CHECK: made 1, gone 1
// FINAL: %t.csv y = 3 +- 1e-12
// RUN: causeway simulate %s -o %t2.csv --stop 1 -p fails_at=0.5 > log2.txt 2>&1; echo "exit $?: made $(grep -c 'table made' log2.txt), gone $(grep -c 'table gone' log2.txt)"
// CHECK: exit 5: made 1, gone 1
// RUN: causeway simulate %s -o %t3.csv --stop 1 -p usable=false > log3.txt 2>&1; echo "exit $?: made $(grep -c 'table made' log3.txt), gone $(grep -c 'table gone' log3.txt)"
// CHECK: exit 4: made 0, gone 0
model TableObject
  class MyTable
    extends ExternalObject;
    function constructor
      input Boolean usable;
      output MyTable t;
    external "C" t = make_table(usable)
      annotation(Include = "
#include <stdio.h>
#include <stdlib.h>
#include \"ModelicaUtilities.h\"
static void *make_table(int usable) {
    if (!usable) ModelicaError(\"no such table\");
    fprintf(stderr, \"table made\\n\");
    return malloc(8);
}
");
    end constructor;
    function destructor
      input MyTable t;
    external "C" free_table(t)
      annotation(Include = "
#include <stdio.h>
#include <stdlib.h>
static void free_table(void *t) { fprintf(stderr, \"table gone\\n\"); free(t); }
");
    end destructor;
  end MyTable;
  function lookUp
    input MyTable t;
    input Real u;
    output Real y;
  external "C" y = look_up(t, u) annotation(Include = "static double look_up(void *t, double u) { (void)t; return 1 + 2*u; }");
  end lookUp;
  parameter Boolean usable = true;
  parameter Real fails_at = 10;
  MyTable t = MyTable(usable);
  Real y = lookUp(t, time);
equation
  assert(time < fails_at, "too late");
end TableObject;
