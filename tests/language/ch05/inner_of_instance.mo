// RUN: causeway simulate %s -o %t.csv
// FINAL: a.y = 1 +- 1e-6
// FINAL: b.y = 2 +- 1e-6
model M
  model L
    outer parameter Real k;
    Real y = k;
  end L;
  model A
    parameter Real v = 0;
    inner parameter Real k = v;
    L l;
    Real y = l.y;
  end A;
  A a(v = 1);
  A b(v = 2);
end M;
