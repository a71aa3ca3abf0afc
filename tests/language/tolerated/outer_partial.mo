// A class that needs an inner component of its user, of a partial class: checked alone, it is taken as given.
// RUN: causeway check %s
// CHECK: 0 failed
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
// FILE-CHECK: %t.txt INST0401
package OuterPartial
  partial model Fluid
    parameter Real density = 1000;
  end Fluid;
  model Mass
    outer Fluid oil;
    parameter Real volume = 2;
    Real m = oil.density*volume;
  end Mass;
  model Two
    Mass a;
    Mass b(volume = 3);
  end Two;
end OuterPartial;
