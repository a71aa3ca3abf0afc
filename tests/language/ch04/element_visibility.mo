// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 2 +- 1e-6
model M
  model A
    Real y = x;
  protected
    Real x = 2;
  end A;
  A a;
  Real y = a.y;
end M;
