// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: y = 32 +- 1e-12
// FINAL: m = -6 +- 0
// FINAL: z = 1 +- 1e-12
// FINAL: n = 7 +- 1e-12
// An Include text may declare double or long where the mapping of MLS 3.6, 12.9.1 gives an int, and float for a Real: the
// call stands behind the declaration, where C converts.
model external_declared_types
  function real_for_integer
    input Integer n;
    input Real x;
    output Real y;
    external "C" y = declared_real(n, x)
      annotation(Include = "static double declared_real(double n, double x) { return 10*n + x; }");
  end real_for_integer;
  function long_for_integer
    input Integer n;
    output Integer y;
    external "C" y = declared_long(n) annotation(Include = "long declared_long(long n) { return n - 1; }");
  end long_for_integer;
  function float_for_real
    input Real x;
    output Real y;
    external "C" y = declared_float(x) annotation(Include = "float declared_float(float x) { return 0.5f*x; }");
  end float_for_real;
  function sum_of
    input Real x[:];
    output Real y;
    external "C" y = declared_sum(x, size(x, 1))
      annotation(Include = "static double declared_sum(const double *x, int n) { double s = 0; for (; n > 0; n--) s += *x++; return s; }");
  end sum_of;
  Real y = real_for_integer(3, time);
  Integer m = long_for_integer(-5);
  Real z = float_for_real(time);
  Real n = sum_of({time, 2, 3});
end external_declared_types;
