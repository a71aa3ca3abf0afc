// Records are structs in the order of their declaration (MLS 3.6, 12.9.1.3), by address; members Real, Integer, Boolean, String and records.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv sum = 17 +- 1e-12
// FINAL: %t.csv r.x = 4.5 +- 0
// FINAL: %t.csv r.n = 8 +- 0
// FINAL: %t.csv r.b = 1 +- 0
// FINAL: %t.csv turned.u.re = 2 +- 0
// FINAL: %t.csv turned.k = 4 +- 0
model ExternalRecords
  record R
    Real x;
    Integer n;
    Boolean b;
  end R;
  record Pair
    Real re, im;
  end Pair;
  record Nested
    Pair u;
    Integer k;
  end Nested;
  function read
    input R r;
    input String s;
    output Real y;
    external "C" y = read_record(r, s) annotation(Include = "
#include <string.h>
typedef struct { double x; int n; int b; } R_in;
static double read_record(const R_in *r, const char *s) { return r->x + r->n + (r->b ? 10 : 0) + (double)strlen(s); }");
  end read;
  function write
    input Real x;
    output R r;
    external "C" write_record(x, r) annotation(Include = "
typedef struct { double x; int n; int b; } R_out;
static void write_record(double x, R_out *r) { r->x = 3 * x; r->n = 8; r->b = 1; }");
  end write;
  function turn
    input Nested a;
    output Nested b;
    external "C" turn_record(a, b) annotation(Include = "
typedef struct { double re, im; } Pair_c;
typedef struct { Pair_c u; int k; } Nested_c;
static void turn_record(const Nested_c *a, Nested_c *b) { b->u.re = a->u.im; b->u.im = -a->u.re; b->k = a->k + 1; }");
  end turn;
  Real sum = read(R(1.5, 2, true), "abc") + 0.5;
  R r;
  Nested turned;
equation
  r = write(1.5);
  turned = turn(Nested(Pair(1, 2), 3));
end ExternalRecords;
