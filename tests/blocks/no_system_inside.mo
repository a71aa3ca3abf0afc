// Two linear equations determine p and q only as long as r and s are not zero: where they are, these are no system of their own inside the
// nonlinear one.
// RUN: causeway simulate %s -o %t.csv
// CHECK-NOT: RT0034
// FINAL: p[1] = 1.29216436 +- 1e-6
// RUN: causeway explain %s
// CHECK: nonlinear system of 12 equations, torn to 9
// RUN: causeway explain %s -p k=0.1
// CHECK: nonlinear system of 12 equations, torn to 6
model NoSystemInside
  parameter Real k = 0, r = 2*k, s = 3*k;
  Real y[3], z[3], p[3], q[3];
  Real w(start = 1, fixed = true);
equation
  der(w) = -w;
  for i in 1:3 loop
    r*p[i] + q[i] = sinh(y[i]) + z[i]^3;
    s*p[i] + 2*q[i] = sinh(z[i]) + y[i]^3;
    sinh(y[i] + p[i]) + sinh(z[i]) = 0.5 + w;
    sinh(z[i] + q[i] + 0.1*y[mod(i, 3) + 1]) + sinh(p[i]) = 0.3;
  end for;
end NoSystemInside;
