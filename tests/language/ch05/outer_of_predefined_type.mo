// outer of a predefined type: with its inner, and in a class checked alone.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: c.n = 2 +- 1e-9
// RUN: causeway check %s
// CHECK: 0 failed
package P
  model C
    outer Real v;
    Real n = 2*v;
  end C;
  model M
    inner Real v = time;
    C c;
  end M;
end P;
