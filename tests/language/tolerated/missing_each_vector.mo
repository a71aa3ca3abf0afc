// One vector for all elements of an array of components, without each.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0593]
// FINAL: y[2].x[2] = 2 +- 0
// FINAL: y[1].z[1] = 8 +- 1e-9
// FINAL: y[2].z[2] = 10 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0590]
package P
  model C
    Real x[2];
    Real z[2](start = {1, 1}, each fixed = true);
    parameter Real p[2] = {1, 2};
  equation
    der(z) = p;
  end C;
  model M
    C y[2](x = {1, 2}, p = {3, 4}, z(start = {5, 6}));
  end M;
end P;
