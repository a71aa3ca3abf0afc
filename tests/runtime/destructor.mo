// RUN: causeway simulate %s -o %t.csv > log.txt 2>&1; cat log.txt; echo "destroyed: $(grep -c 'object gone' log.txt)"
// CHECK: destroyed: 2
// RUN: causeway simulate %s -p fail=true -o %t.csv > log2.txt 2>&1; echo "exit $?"; echo "after a failure: $(grep -c 'object gone' log2.txt)"
// CHECK: exit 5
// CHECK: after a failure: 2
// FINAL: y = 3 +- 1e-12
// 12.9.7: each external object is destroyed once, after a run that fails too.
package Objects
  class Store
    extends ExternalObject;
    function constructor
      input Real value;
      output Store s;
      external "C" s = store_new(value)
        annotation (Include = "
#include <stdlib.h>
#include <stdio.h>
static void *store_new(double v) { double *s = malloc(sizeof *s); *s = v; return s; }
static double store_get(void *s) { return *(double *)s; }
static void store_free(void *s) { fprintf(stderr, \"object gone\\n\"); free(s); }
");
    end constructor;
    function destructor
      input Store s;
      external "C" store_free(s)
        annotation (Include = "
#include <stdlib.h>
#include <stdio.h>
static void *store_new(double v) { double *s = malloc(sizeof *s); *s = v; return s; }
static double store_get(void *s) { return *(double *)s; }
static void store_free(void *s) { fprintf(stderr, \"object gone\\n\"); free(s); }
");
    end destructor;
  end Store;
  function get
    input Store s;
    output Real y;
    external "C" y = store_get(s)
      annotation (Include = "
#include <stdlib.h>
#include <stdio.h>
static void *store_new(double v) { double *s = malloc(sizeof *s); *s = v; return s; }
static double store_get(void *s) { return *(double *)s; }
static void store_free(void *s) { fprintf(stderr, \"object gone\\n\"); free(s); }
");
  end get;
  model M
    parameter Boolean fail = false;
    parameter Store a = Store(1);
    Store b = Store(2);
    Real y = get(a) + get(b);
  equation
    assert(not fail or time < 0.5, "asked to fail");
  end M;
end Objects;
