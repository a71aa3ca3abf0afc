package Objects
  constant String code = "
#include <stdio.h>
#include <stdlib.h>
#include \"ModelicaUtilities.h\"
typedef struct { int number, fails; } Thing;
static void *thing_new(int number, int fails, int destructor) {
  if (fails) ModelicaError(\"cannot be made\");
  Thing *t = malloc(sizeof *t);
  t->number = number; t->fails = destructor;
  fprintf(stderr, \"made %d\\n\", number);
  return t;
}
static double thing_get(void *t) { return ((Thing *)t)->number; }
static void thing_free(void *o) {
  Thing t = *(Thing *)o;
  fprintf(stderr, \"gone %d\\n\", t.number);
  free(o);
  if (t.fails) ModelicaError(\"cannot be destroyed\");
}";
  class Thing
    extends ExternalObject;
    function constructor
      input Integer number;
      input Boolean fails, destructor;
      output Thing t;
      external "C" t = thing_new(number, fails, destructor) annotation(Include = code);
    end constructor;
    function destructor
      input Thing t;
      external "C" thing_free(t) annotation(Include = code);
    end destructor;
  end Thing;
  function get
    input Thing t;
    output Real y;
    external "C" y = thing_get(t) annotation(Include = code);
  end get;
  model Test
    parameter Real fail_at = 1e99;
    parameter Integer constructor = 0, destructor = 0;
    parameter Thing one = Thing(1, false, destructor == 1);
    parameter Thing two = Thing(integer(get(one)) + 1, constructor == 1, destructor == 1) "needs the first";
    Real y = get(one) + get(two);
  equation
    assert(time < fail_at, "asked to fail");
  end Test;
end Objects;
