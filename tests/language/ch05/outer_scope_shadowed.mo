// RUN: causeway simulate %s -o %t.csv
// FINAL: a.y = 1 +- 1e-6
model M
  constant Real k = 2;
  model A
    constant Real k = 1;
    Real y = k;
  end A;
  A a;
end M;
