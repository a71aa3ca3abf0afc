// RUN: causeway simulate %s -o %t.csv --stop 1 -p k=5
// CHECK: warning[INST0591]: n is constant but its value is parameter
// FINAL: c.y[3] = 5 +- 1e-12
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0591]: n is constant but its value is parameter
model M
  model P
    parameter Integer n = 2;
    Real x[n] = fill(time, n);
  end P;
  model C
    constant Integer n = 1;
    constant Real k = 1;
    Real y[n] = fill(k*time, n);
  end C;
  parameter Boolean on = false;
  P p if on;
  Real z[p.n] if on;
  parameter Integer n = 3;
  parameter Real k = 4;
  C c(final n = n, k = k);
end M;
