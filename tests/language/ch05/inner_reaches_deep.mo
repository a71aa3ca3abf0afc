// RUN: causeway simulate %s -o %t.csv
// FINAL: a.b.y = 9 +- 1e-6
model M
  model B
    outer Real k;
    Real y = k;
  end B;
  model A
    B b;
  end A;
  inner Real k = 9;
  A a;
end M;
