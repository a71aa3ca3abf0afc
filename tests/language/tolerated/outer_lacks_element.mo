// The inner component has an element that the class of the outer declaration does not have.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0519]: the class of 'outer world' has no element h: that of the inner component is taken (MLS 5.4)
// FINAL: a.x = 2 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0519]
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
    Real x = world.h;
  end A;
  model M
    inner World world;
    A a;
  end M;
end P;
