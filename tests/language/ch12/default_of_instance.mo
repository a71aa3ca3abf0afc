// A function of a component whose input has a default from the instance around it (12.4.1): `function h = F(object = object)`.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 3 +- 1e-12
// FINAL: w = 4 +- 1e-12
// FINAL: u = 10 +- 1e-12
// FINAL: v = 12 +- 1e-12
// FINAL: s = 2 +- 1e-12
model DefaultOfInstance
  class Factor
    extends ExternalObject;
    function constructor
      input Real k;
      output Factor o;
      external "C" o = make_factor(k) annotation(Include = "
#include <stdlib.h>
static void *make_factor(double k) { double *p = malloc(sizeof *p); *p = k; return p; }");
    end constructor;
    function destructor
      input Factor o;
      external "C" free_factor(o) annotation(Include = "
#include <stdlib.h>
static void free_factor(void *p) { free(p); }");
    end destructor;
  end Factor;
  function scaled
    input Real x;
    input Factor o;
    output Real y;
    external "C" y = scaled_by(x, o) annotation(Include = "static double scaled_by(double x, void *p) { return x * *(double *)p; }");
  end scaled;
  model Medium
    parameter Real k = 2, q = 5;
    Factor o = Factor(k);
    Real z = time;
    function h = scaled(o = o);
    function line
      input Real x;
      input Real a = 1;
      output Real y;
    algorithm
      y := a*x;
    end line;
    function steep = line(a = q);
    function turning = line(a = z);
  end Medium;
  Medium m(k = 3), n(k = 4, q = 6);
  Real y = m.h(time), w = n.h(time), u = m.steep(2), v = n.steep(2), s = m.turning(2);
end DefaultOfInstance;
