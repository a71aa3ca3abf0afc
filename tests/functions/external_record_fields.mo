// Fields of a record as arguments of external code are scalars and arrays; only a record that is written whole is a structure
// (MLS 3.6, 12.9.1.3).
// RUN: causeway simulate %s P.M -o %t.csv
// FINAL: y = 8 +- 1e-12
// FINAL: z = 2 +- 1e-12
// FINAL: w = 12 +- 1e-12
package P
  record Pair
    Real a, b;
  end Pair;
  record More
    Real a, b;
    Real v[2];
  end More;
  function fields
    input Pair r;
    output Real y;
    external "C" y = cw_test_fields(r.a, r.b)
      annotation(Include = "static double cw_test_fields(double a, double b) { return 10*a - b; }");
  end fields;
  function arrays
    input More r;
    output Real y;
    external "C" y = cw_test_arrays(r.a, r.v, size(r.v, 1), r.b)
      annotation(Include = "static double cw_test_arrays(double a, const double *v, size_t n, double b) { return a - b + v[0] + v[n - 1]; }");
  end arrays;
  function whole
    input Pair r;
    output Real y;
    external "C" y = cw_test_whole(r)
      annotation(Include = "typedef struct { double a, b; } Pair; static double cw_test_whole(void *r) { return 10*((Pair *)r)->a + ((Pair *)r)->b; }");
  end whole;
  model M
    Real y = fields(Pair(time, 2)), z = arrays(More(time, 2, {1, 2})), w = whole(Pair(time, 2));
  end M;
end P;
