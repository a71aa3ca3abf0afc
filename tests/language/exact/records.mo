// Records with arrays of records through functions.
// RUN: causeway simulate %s -o %t.csv
// FINAL: t.r[2].a[1] = 14 +- 0
// FINAL: q.a[2] = 5 +- 0
// FINAL: z = 18 +- 0
// FINAL: q.b = 0 +- 0
model Records
  record R
    Real a[2];
    Integer n;
    Boolean b;
  end R;
  record S
    R r[2];
    Real k;
  end S;
  function f
    input S s;
    output S t;
  algorithm
    t := s;
    t.r[2].a[1] := s.k*s.r[1].a[2];
    t.r[1].n := s.r[1].n + 1;
  end f;
  S s(r = {R({1, 2}, 3, true), R({4, 5}, 6, false)}, k = 7);
  S t = f(s);
  R q = t.r[2];
  Real z = q.a[1] + t.r[1].n;
end Records;
