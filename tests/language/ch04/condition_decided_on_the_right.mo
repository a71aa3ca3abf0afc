// A condition whose left side is not known yet is decided by its right side: what only the absent component reads is not
// missed.
// RUN: causeway check %s
// CHECK: 0 failed
package Conditions
  connector C
    Real e;
    flow Real f;
  end C;
  model Part
    parameter Real k;
    Real y = k;
  end Part;
  model M
    C c;
    parameter Real size "given by whoever uses the class";
    parameter Boolean use = false;
    parameter Real d = 1 if use;
    Part part(k = d) if size > 0 and use;
    Part other(k = d) if not (size > 0 or not use);
  equation
    c.f = c.e;
  end M;
end Conditions;
