// An empty array for an input that has elements (mass fractions of a pure medium).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0595]: X has elements and is given none (MLS 12.4.1)
// FINAL: a = 2 +- 1e-12
// FINAL: b = 1.75 +- 1e-12
// RUN: causeway check %s P.Other
// EXIT: 2
// CHECK: error[INST0565]
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0565]
package P
  constant Integer nX = 2;
  function h
    input Real T;
    input Real X[nX];
    output Real y;
  algorithm
    y := 2*T;
  end h;
  function g
    input Real T;
    input Real X[nX] = {0.25, 0.75};
    output Real y;
  algorithm
    y := T + X[2];
  end g;
  model M
    Real a = h(time, fill(0, 0));
    Real b = g(time, fill(0, 0));
  end M;
  model Other
    Real a = h(time, {1});
  end Other;
end P;
