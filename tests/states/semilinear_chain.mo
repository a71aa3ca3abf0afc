// Chains of semiLinear leave nothing open where the flow is zero: what is between takes the value upstream (3.7.4.5).
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: RT0032
// VALUE: %t.csv s(0) = 4 +- 1e-9
// VALUE: %t.csv s(1) = 4 +- 1e-9
// VALUE: %t.csv t[1](0) = 7 +- 1e-9
// VALUE: %t.csv t[3](0) = 7 +- 1e-9
// VALUE: %t.csv t[2](1) = 9 +- 1e-9
// VALUE: %t.csv h[1](0) = 12 +- 1e-9
// VALUE: %t.csv h[2](0) = 12 +- 1e-9
// FINAL: h[2] = 10 +- 1e-9
// FINAL: q = -10 +- 1e-9
// FINAL: z = -9 +- 1e-9
// FINAL: y = 4 +- 1e-9
model SemilinearChain
  parameter Real a = 4, b = 5, c = 7, d = 9;
  Real m = time "zero at the start, then positive";
  Real y, s;
  Real n = -time "zero at the start, then negative";
  Real z, t[3];
  Real T(start = 4, fixed = true) "a volume: what leaves it is an expression";
  Real q, h[2];
equation
  der(T) = 0;
  q = semiLinear(n, 3*T, h[1]);
  q = semiLinear(n, h[1], h[2]);
  -q = semiLinear(-n, c + 3, h[2]);
  y = semiLinear(m, a, s);
  y = semiLinear(m, s, b);
  z = semiLinear(n, c, t[1]);
  -z = semiLinear(-n, t[2], t[1]);
  z = semiLinear(n, t[2], t[3]);
  z = semiLinear(n, t[3], d);
end SemilinearChain;
