// Rössler's attractor, with the values computed for the founding notes.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv x(10) = -0.92787 +- 2e-5
// VALUE: %t.csv y(10) = -8.883226 +- 2e-5
// VALUE: %t.csv z(10) = 0.020519 +- 2e-6
// FINAL: x = 9.014612 +- 2e-4
// FINAL: y = -5.540819 +- 2e-4
// FINAL: z = 0.134267 +- 2e-5
model Roessler "Three equations, one of them with a product"
  parameter Real a = 0.2, b = 0.2, c = 8;
  Real x(start = 2, fixed = true);
  Real y(start = 2.5, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(x) = -y - z;
  der(y) = x + a*y;
  der(z) = b + x*z - c*z;
  annotation(experiment(StopTime=40, Interval=0.02, Tolerance=1e-11));
end Roessler;
