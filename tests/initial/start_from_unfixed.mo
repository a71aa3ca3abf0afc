// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: %t.csv w = 5 +- 1e-9
// FINAL: %t.csv u = 2 +- 1e-9
// FINAL: %t.csv x = 6 +- 1e-6
// RUN: causeway simulate %s -o %t2.csv --stop 1 -p given=1
// FINAL: %t2.csv w = 2 +- 1e-9
// Start values may depend on parameters that initial equations determine (8.6): they say which solution is meant.
model StartFromUnfixed
  parameter Real given = 4;
  parameter Real a(fixed = false), b(fixed = false);
  Real w(start = a), u(start = b - 3), x(start = 1, fixed = true);
initial equation
  a = given;
  b + a = 8;
equation
  w^2 - 7*w + 10 = 0 "2 or 5";
  u^2 - 7*u + 10 = 0;
  der(x) = w;
end StartFromUnfixed;
