// `each` below an array of components distributes the value over that array.
// RUN: causeway flatten %s
// CHECK: parameter Real b[1].a.k = 2
// CHECK: parameter Real b[2].a.k = 2
model M
  model A
    parameter Real k = 1;
    Real x = k;
  end A;
  model B
    A a;
  end B;
  B b[2](a(each k = 2));
end M;
