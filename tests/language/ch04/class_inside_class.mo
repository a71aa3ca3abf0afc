// RUN: causeway simulate %s -o %t.csv
// FINAL: a.x = 2 +- 1e-6
model M
  model A
    constant Real k = 2;
    Real x = k;
  end A;
  A a;
end M;
