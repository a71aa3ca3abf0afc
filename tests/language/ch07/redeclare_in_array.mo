// A redeclaration inside the modifier of an array: values of its elements run over the array (7.2.5).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: b[2].a.x = 2 +- 1e-9
// FINAL: b[1].a.inside.p = 3 +- 1e-9
// FINAL: b[2].a.inside.p = 4 +- 1e-9
// VALUE: %t.csv b[2].a.z(0) = 6 +- 1e-9
// FINAL: c[2].a.x = 7 +- 1e-9
model RedeclareInArray
  model P
    parameter Real p = 0;
  end P;
  model A
    Real x;
    Real z(start = 0, fixed = true);
    P inside;
  equation
    der(z) = 0;
  end A;
  model B
    replaceable A a;
  end B;
  B b[2](redeclare A a(x = {1, 2}, inside(p = {3, 4}), z(start = {5, 6})));
  B c[2](redeclare A a(x = 7));
end RedeclareInArray;
