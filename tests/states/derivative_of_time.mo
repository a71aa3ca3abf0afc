// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: no states
// FINAL: y = 1 +- 1e-12
// FINAL: ym = -1 +- 1e-12
// FINAL: w = 1 +- 1e-12
// FINAL: a = 0 +- 1e-12
// FINAL: tau = 3 +- 1e-12
// FINAL: z[2] = 5 +- 1e-12
// FINAL: through = 1 +- 1e-12
// A variable that equals time, or its negative, has the derivative 1, or -1.
model derivative_of_time
  Real x = time, y = der(x);
  Real xm, ym = der(xm);
  Real phi, w, a, tau;
  Real q[2] = {1, 5}*time, z[2] = der(q);
  Real first, second, through = der(first);
equation
  xm = -time;
  phi = x;
  w = der(phi);
  a = der(w);
  2*a = tau - 3*w;
  first = second;
  second + xm = 0;
end derivative_of_time;
