// RUN: causeway simulate %s -o %t.csv
// FINAL: a.y = 6 +- 1e-6
model M
  model A
    outer function f
      input Real u;
      output Real y;
    algorithm
      y := u;
    end f;
    Real y = f(3);
  end A;
  inner function f
    input Real u;
    output Real y;
  algorithm
    y := 2 * u;
  end f;
  A a;
end M;
