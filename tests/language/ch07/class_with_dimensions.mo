// Values in the definition of a class with dimensions are for its elements (MLS 4.6.1, 7.2.5).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: a[2].x[1,2] = 6 +- 0
// FINAL: a[1].y = 4 +- 1e-9
// FINAL: a[2].y = 7 +- 1e-9
// FINAL: b.t[2].y = 9 +- 1e-9
// FINAL: each_one[2].x[1,2] = 1 +- 0
// FINAL: more[3,2].x[1,1] = 5 +- 0
// FINAL: more[2,1].y = 4 +- 1e-9
// FINAL: c.t[2,1].y = 8 +- 1e-9
// FINAL: c.t[1,2].y = 9 +- 1e-9
package P
  model A
    Real x[1, 2] = {{1, 2}};
    Real y(start = 0, fixed = true);
  equation
    der(y) = x[1, 1];
  end A;
  model A2 = A[2](x = {{{3, 4}}, {{5, 6}}}, y(start = {1, 2}));
  model B
    model T = A[2];
    T t;
  end B;
  model C
    model T = A[2];
    T t[2];
  end C;
  model M
    A2 a;
    A2 more[3];
    C c(T(y(start = {7, 8})));
    B b(T(y(start = {7, 8})));
    A2 each_one(each x = {{1, 1}});
  end M;
end P;
