// external C functions with arrays, strings, several outputs
// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 10 +- 1e-12
// FINAL: mx = 4 +- 1e-12
// FINAL: n = 5 +- 0
// FINAL: y[2] = 4 +- 1e-12
model M
  function stat
    input Real x[:];
    output Real s;
    output Real mx;
    external "C" stat_c(x, size(x, 1), s, mx)
      annotation(Include = "static void stat_c(const double *x, size_t n, double *s, double *m) { *s = 0; *m = x[0]; for (size_t i = 0; i < n; i++) { *s += x[i]; if (x[i] > *m) *m = x[i]; } }");
  end stat;
  function len
    input String t;
    output Integer n;
    external "C" n = len_c(t) annotation(Include = "#include <string.h>
static int len_c(const char *s) { return (int)strlen(s); }");
  end len;
  function scale
    input Real x[:];
    input Real k;
    output Real y[size(x, 1)];
    external "C" scale_c(x, size(x, 1), k, y) annotation(Include = "static void scale_c(const double *x, size_t n, double k, double *y) { for (size_t i = 0; i < n; i++) y[i] = k * x[i]; }");
  end scale;
  Real s;
  Real mx;
  Integer n = len("hello");
  Real y[2] = scale({1, 2}, 2);
equation
  (s, mx) = stat({1, 2, 3, 4});
end M;
