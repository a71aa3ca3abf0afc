// Arrays to and from external code (MLS 3.6, 12.9.1): C gets rows together, FORTRAN 77 columns; results are filled in place; sizes are given by
// size(); scalars of FORTRAN 77 go by address; Boolean is int, Integer is int, strings are char *.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv
// RUN: causeway simulate %s -o %t.cc.csv --compile cc
// FINAL: %t.csv c[1,1] = 11 +- 0
// FINAL: %t.csv c[1,3] = 13 +- 0
// FINAL: %t.csv c[2,1] = 21 +- 0
// FINAL: %t.csv c[2,3] = 23 +- 0
// FINAL: %t.csv second = 2 +- 0
// FINAL: %t.csv f[1,1] = 11 +- 0
// FINAL: %t.csv f[1,3] = 13 +- 0
// FINAL: %t.csv f[2,1] = 21 +- 0
// FINAL: %t.csv f[2,3] = 23 +- 0
// FINAL: %t.csv f_second = 4 +- 0
// FINAL: %t.csv n[1] = 3 +- 0
// FINAL: %t.csv n[2] = 1 +- 0
// FINAL: %t.csv b[1] = 0 +- 0
// FINAL: %t.csv b[2] = 1 +- 0
// FINAL: %t.csv letters = 10 +- 0
// FINAL: %t.csv cube[2,1,2] = 212 +- 0
// FINAL: %t.csv total = 36 +- 1e-12
// FINAL: %t.cc.csv c[2,3] = 23 +- 0
// FINAL: %t.cc.csv f[2,3] = 23 +- 0
model ExternalArrays
  function rows "C: element [2,1] of a 2x3 matrix is number 4, number 2 is [1,2]"
    input Real a[:, :];
    output Real c[size(a, 1), size(a, 2)];
    output Real second;
    external "C" rows_c(a, size(a, 1), size(a, 2), c, second) annotation(Include = "
#include <stddef.h>
static void rows_c(const double *a, size_t n, size_t m, double *c, double *second) {
  *second = a[1];
  for (size_t i = 0; i < n; i++) for (size_t j = 0; j < m; j++) c[i * m + j] = 10.0 * (double)(i + 1) + (double)(j + 1);
}");
  end rows;
  function columns "FORTRAN 77: number 2 of a 2x3 matrix is [2,1]"
    input Real a[:, :];
    output Real f[size(a, 1), size(a, 2)];
    output Real second;
    external "FORTRAN 77" columns_f(a, size(a, 1), size(a, 2), f, second) annotation(Include = "
static void columns_f_(double *a, int *n, int *m, double *c, double *second) {
  *second = a[1];
  for (int i = 0; i < *n; i++) for (int j = 0; j < *m; j++) c[j * *n + i] = 10 * (i + 1) + (j + 1);
}");
  end columns;
  function whole "Integer and Boolean arrays"
    input Integer k[:];
    input Boolean b[:];
    output Integer n[size(k, 1)];
    output Boolean not_b[size(b, 1)];
    external "C" whole_c(k, size(k, 1), b, size(b, 1), n, not_b) annotation(Include = "
#include <stddef.h>
static void whole_c(const int *k, size_t n, const int *b, size_t m, int *out, int *not_b) {
  for (size_t i = 0; i < n; i++) out[i] = k[n - 1 - i];
  for (size_t i = 0; i < m; i++) not_b[i] = !b[i];
}");
  end whole;
  function letters_of
    input String s[:];
    output Integer n;
    external "C" n = letters_c(s, size(s, 1)) annotation(Include = "
#include <string.h>
static int letters_c(const char **s, size_t n) { int k = 0; for (size_t i = 0; i < n; i++) k += (int)strlen(s[i]); return k; }");
  end letters_of;
  function cube_of
    output Real y[2, 1, 2];
    external "C" cube_c(y, size(y, 1), size(y, 2), size(y, 3)) annotation(Include = "
#include <stddef.h>
static void cube_c(double *y, size_t a, size_t b, size_t c) {
  for (size_t i = 0; i < a; i++) for (size_t j = 0; j < b; j++) for (size_t k = 0; k < c; k++)
    y[(i * b + j) * c + k] = 100.0 * (double)(i + 1) + 10.0 * (double)(j + 1) + (double)(k + 1);
}");
  end cube_of;
  function sum_c "without an external clause's arguments: inputs, then the result is returned"
    input Real x[3];
    input Integer n;
    output Real y;
    external "C" annotation(Include = "
#include <stddef.h>
static double sum_c(const double *x, size_t size_x, int n) { double s = 0; for (size_t i = 0; i < size_x; i++) s += x[i]; return s * n; }
");
  end sum_c;
  Real c[2, 3], f[2, 3], second, f_second, cube[2, 1, 2], total;
  Integer n[2], letters;
  Boolean b[2];
  parameter Real a[2, 3] = {{1, 2, 3}, {4, 5, 6}};
equation
  (c, second) = rows(a);
  (f, f_second) = columns(a);
  (n, b) = whole({1, 3}, {true, false});
  letters = letters_of({"four", "", "letter"});
  cube = cube_of();
  total = sum_c({1, 2, 3}, 6);
end ExternalArrays;
