// A result whose fields have the sizes of an argument's; equations of whole records compare their parameters.
// RUN: causeway simulate %s -o %t.csv
// FINAL: q.x[3] = 2 +- 1e-12
// FINAL: s = 9 +- 1e-12
// FINAL: twice = 8 +- 1e-12
// FINAL: q.y[1,3] = 7 +- 1e-12
// FINAL: copy.x[2] = 2 +- 1e-12
model RecordSizedByArgument
  record R
    parameter Integer n = 2;
    Real x[n];
    Real y[n, n];
  end R;
  function double
    input R r;
    output R d(n = r.n);
  algorithm
    d.x := 2*r.x;
    d.y := transpose(r.y);
  end double;
  function several
    input R r;
    output Real s;
    output R d(n = r.n);
  algorithm
    d := double(r);
    s := sum(d.x) + 1;
  end several;
  function total
    input R r;
    output Real s = sum(r.x);
  algorithm
  end total;
  R r(n = 3, x = {1, 2, time}, y = [1, 2, 3; 4, 5, 6; 7, 8, time]);
  R q(n = 3), copy(n = 3);
  Real s;
  Real twice = total(double(r));
equation
  (s, q) = several(r);
  copy = r;
end RecordSizedByArgument;
