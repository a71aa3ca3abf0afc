// A class inside a model reads variables of the instance that its component is part of.
// RUN: causeway simulate %s ClassReadsModel.M -o %t.csv --stop 1
// CHECK: warning[INST0505]: p is declared in an enclosing class and is not a constant (MLS 5.3.1)
// FINAL: a.b.c.y = 6 +- 1e-9
// FINAL: d[1].b.c.y = 9 +- 1e-9
// FINAL: d[2].b.c.y = 12 +- 1e-9
// FINAL: e.f[2].y = 5 +- 1e-9
// RUN: causeway check --strict %s ClassReadsModel.M
// EXIT: 2
// CHECK: error[INST0505]
package ClassReadsModel
  model A
    parameter Real p = 2;
    Real x = 3*time;
    model C
      Real y = p*x;
    end C;
    model B
      C c;
    end B;
    B b;
  end A;
  model E
    parameter Real p[2] = {4, 5};
    model F
      parameter Integer k;
      Real y = p[k];
    end F;
    F f[2](k = {1, 2});
  end E;
  model M
    A a;
    A d[2](p = {3, 4});
    E e;
  end M;
end ClassReadsModel;
