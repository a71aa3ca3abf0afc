// A model that comes from the cache is integrated on the DAE form like one that was just translated.
// RUN: causeway simulate %s --solver ida -o %t1.csv --stop 1
// RUN: causeway simulate %s --solver ida -o %t2.csv --stop 1
// CHECK: ida
// CHECK: ida
// VALUE: %t1.csv x(1) = 0.36787944 +- 1e-5
// VALUE: %t2.csv x(1) = 0.36787944 +- 1e-5
model DaeFormCached
  Real x(start = 1, fixed = true);
  Real y, z;
equation
  der(x) = -y;
  y + 0.1*z^3 = x + 0.1*x^3;
  z + 0.1*y^3 = x + 0.1*x^3;
end DaeFormCached;
