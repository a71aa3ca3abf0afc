// The base class is of a library that is not there: what it may have had is not reported missing one by one, and of the
// names that sound like a library which `uses` asks for none is proposed.
// RUN: causeway check %s
// EXIT: 2
// CHECK: missing_base.mo:18:13: error[INST0112]: there is no class named 'Buildings' here
// CHECK: no library 'Buildings' was found
// CHECK-NOT: did you mean
// CHECK-NOT: is not declared
// CHECK-NOT: no function
// CHECK-NOT: has no element
// CHECK-NOT: INST05
// CHECK-NOT: named 'Medium'
package MissingBase
  package XBuildings
    constant Real k = 1;
  end XBuildings;
  model Part
    extends Buildings.Part;
    Medium.State state;
    Real y = x + f(k);
  equation
    der(w) = y;
    connect(a, b.c);
  end Part;
  model Whole
    Part part(k = 2);
    Real z = part.w;
  equation
    connect(part.a, part.d);
  end Whole;
  type Power = Buildings.Units.Power;
  model Load
    Power p = 3;
    Real q = p^2 + 1;
  equation
    assert(p > 0 and q < p, "");
  end Load;
  annotation(uses(Buildings(version = "12.1.0")));
end MissingBase;
