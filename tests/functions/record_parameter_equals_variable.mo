// A parameter on the left side of an equation of records determines the variable on the right.
// RUN: causeway simulate %s -o %t.csv
// FINAL: z.re = 3 +- 1e-12
// FINAL: w.im = 8 +- 1e-12
// FINAL: free.re = 5 +- 1e-12
model RecordParameterEqualsVariable
  record C
    Real re;
    Real im;
  end C;
  function twice
    input C a;
    output C b;
  algorithm
    b := C(2*a.re, 2*a.im);
  end twice;
  parameter C p = C(3, 4);
  parameter C free(re(fixed = false), im(fixed = false));
  C z, w;
initial equation
  free = C(5, 6);
equation
  p = z;
  twice(p) = w;
end RecordParameterEqualsVariable;
