// A replaceable class as base is what it was redeclared as, also where that is final.
// RUN: causeway simulate %s P.A -o %ta.csv --stop 1
// CHECK: warning[INST0118]
// FINAL: %ta.csv x = 2 +- 1e-12
// RUN: causeway simulate %s P.C -o %t.csv --stop 1
// FINAL: s.x = 2 +- 1e-12
package P
  partial model One
    Real x;
  end One;
  model Two
    extends One;
  equation
    x = 2*time;
  end Two;
  model Structure
    replaceable model Way = One;
    extends Way;
  end Structure;
  model A
    extends Structure(redeclare final model Way = Two);
  end A;
  partial model S2
    replaceable model Way = One;
    Way w;
  end S2;
  model B
    extends S2(redeclare final model Way = Two);
  end B;
  model C
    Structure s(redeclare model Way = Two);
  end C;
end P;
