// The redeclaration of a class inside the modifier of an array: values of its elements run over the array, as those of a redeclared
// component do (7.2.5); also where they decide sizes and conditions.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: c[2].s.y = 2 +- 1e-9
// FINAL: c[3].s.x[1] = 3 +- 1e-9
// FINAL: c[3].s.x[2] = 3 +- 1e-9
// FINAL: c[2].s.part.z = 7 +- 1e-9
// FINAL: g.c[3].s.y = 6 +- 1e-9
model RedeclareClassInArray
  model P
    Real z = 7*time;
  end P;
  model B
    parameter Real k = 1;
    parameter Integer n = 1;
    parameter Boolean on = false;
    Real y = k*time, x[n] = fill(k, n);
    P part if on;
  end B;
  model Cell
    replaceable model S = B;
    S s;
  end Cell;
  model Grid
    parameter Integer n = 3;
    parameter Real ks[:] = fill(1, n);
    replaceable model T = B;
    Cell c[n](redeclare model S = T(k = ks));
  end Grid;
  parameter Real ks[:] = {1, 2, 3};
  Cell c[3](redeclare model S = B(k = ks, n = {1, 1, 2}, on = {false, true, false}));
  Grid g(ks = {4, 5, 6});
end RedeclareClassInArray;
