// One start value for each element of an array of components, though what is modified is an array itself, without each.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0593]: one value for all elements of x needs 'each' (MLS 7.2.5)
// FINAL: p[2].x[1] = 5 +- 1e-9
// FINAL: p[2].x[3] = 5 +- 1e-9
// FINAL: p[1].x[2] = 4 +- 1e-9
// FINAL: q[2,1].x[3] = 8 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0590]
package P
  model Part
    Real x[3](each fixed = true);
  equation
    der(x) = zeros(3);
  end Part;
  model M
    parameter Real start[2] = {4, 5};
    Part p[2](x(start = start));
    Part q[2,2](x(start = {{6, 7}, {8, 9}}));
  end M;
end P;
