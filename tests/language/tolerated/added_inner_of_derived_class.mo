// An inner component that is missing is added of the most derived class that outer ones of its name ask for.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: hint: declare one at the top of the model: inner P.World world;
// FINAL: a.x = 9 +- 1e-9
// FINAL: b.x = 2 +- 1e-9
// RUN: causeway check %s
// CHECK-NOT: error
package P
  model Base
    parameter Real g = 9;
  end Base;
  model World
    extends Base;
    parameter Real h = 2;
  end World;
  model A
    outer Base world;
    Real x = world.g;
  end A;
  model B
    outer World world;
    Real x = world.h;
  end B;
  model M
    A a;
    B b;
  end M;
end P;
