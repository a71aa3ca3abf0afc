// What the letter of the language forbids and other tools accept: a warning each, once a class; --strict refuses.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0212]: 'each' modifies 'min' of 'a', which is not an array (MLS 7.2.5)
// CHECK: warning[INST0921]: a package cannot be derived from a model (MLS 7.1.3)
// CHECK: warning[INST0116]: 'c' is looked up in the partial class 'All.Part'
// CHECK: warning[INST0504]: hidden is protected in leaf (MLS 4.1)
// CHECK: warning[INST0516]: maybe is conditional and can be used in connect only (MLS 4.4.5)
// CHECK-NOT: modifies 'min' of 'b'
// FINAL: a = 1 +- 1e-9
// FINAL: b = 7 +- 1e-9
// FINAL: x = 3 +- 1e-9
// FINAL: y = 5 +- 1e-9
// FINAL: z = 2 +- 1e-9
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
package All
  partial model Icon
  end Icon;
  partial package Part
    constant Real c = 3;
  end Part;
  package Parts
    extends Icon;
    model Leaf
      parameter Real free = 1;
    protected
      Real hidden = free;
      parameter Real k = 0;
    end Leaf;
    model Host
      parameter Boolean there = true;
      Real maybe = 2 if there;
    end Host;
  end Parts;
  model M
    Real a(each min = 0) = time;
    Real b(each min = 0) = 7;
    Parts.Leaf leaf(free = 5, k = 2);
    Parts.Host host;
    Real x = Part.c;
    Real y = leaf.hidden;
    Real z = host.maybe;
  end M;
end All;
