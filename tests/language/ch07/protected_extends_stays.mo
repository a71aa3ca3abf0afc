// A protected extends does not make the same class protected where it is inherited openly.
// RUN: causeway simulate %s ProtectedLeak.M -o %t.csv --stop 1
// FINAL: x = 1 +- 1e-9
package ProtectedLeak
  model A
    function f
      output Real x = 1.0;
    end f;
  end A;
  model B
  protected
    extends A;
  end B;
  model C
    extends A;
  end C;
  model M
    Real x = c.f();
    C c;
    B b;
  end M;
end ProtectedLeak;
