// A function declares an outer component, which MLS 3.6, 12.2 forbids: it is the inner one around the instance that calls,
// through other functions and packages too.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0902]: an element of a function must not be 'outer'
// FINAL: %t.csv a[1].z = 12 +- 1e-9
// FINAL: %t.csv a[2].z = 24 +- 1e-9
// FINAL: %t.csv y = 11 +- 1e-9
// FINAL: %t.csv w = 9 +- 1e-9
// RUN: causeway simulate %s P.Alone -o %t2.csv --stop 1
// EXIT: 2
// CHECK: error[INST0401]: no 'inner env' is around this call, which a function reads
// CHECK: hint: declare one in the model: inner Env env;
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0902]
package P
  model Env
    parameter Real k = 3;
    Real v = time;
  end Env;
  partial package Medium
    replaceable partial function f
      input Real x;
      output Real y;
    end f;
  end Medium;
  package Water
    extends Medium;
    redeclare function extends f
    protected
      outer Env env;
    algorithm
      y := x*env.k + env.v;
    end f;
  end Water;
  function twice
    replaceable package Medium = Water;
    input Real x;
    output Real y;
  algorithm
    y := 2*Medium.f(x);
  end twice;
  class Box
    extends ExternalObject;
    function constructor
      input Real content;
      output Box box;
      external "C" box = make_box(content) annotation(Include="
#include <stdlib.h>
static void *make_box(double x) { double *p = malloc(sizeof *p); *p = x; return p; }");
    end constructor;
    function destructor
      input Box box;
      external "C" free_box(box) annotation(Include="
#include <stdlib.h>
static void free_box(void *p) { free(p); }");
    end destructor;
  end Box;
  function look
    input Box box;
    output Real y;
    external "C" y = look_box(box) annotation(Include="
static double look_box(void *p) { return *(double *)p; }");
  end look;
  function inside "the object stands in front of the input"
  protected
    outer Box box;
  public
    input Real x;
    output Real y;
  algorithm
    y := look(box) + x;
  end inside;
  model Inner
    parameter Real u = 1;
    Real z = u*twice(1.0);
  end Inner;
  model M
    inner Env env(k = 5);
    inner Box box = Box(8);
    Inner a[2](u = {1, 2});
    Real y = Water.f(2);
    Real w = inside(time);
  end M;
  model Alone
    Real y = Water.f(2);
  end Alone;
end P;
