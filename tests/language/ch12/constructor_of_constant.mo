// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: n = 8 +- 0
// FINAL: k = 10 +- 0
// FINAL: s = 7 +- 1e-12
// FINAL: q.x = 3 +- 1e-12
// FINAL: kept = 0 +- 0
// FINAL: o[2].x = 4 +- 1e-12
// FINAL: o[1].m = 0 +- 0
// A constant of a record that is not final can be modified, so that it is an input of the constructor (MLS 3.6, 12.6);
// by position it may be left out, as other tools do.
model constructor_of_constant
  record R
    constant Integer m = 0;
    Real x = 2;
  end R;
  function above
    input R r;
    output Integer n;
  algorithm
    n := r.m + 1;
  end above;
  R r = R(m = 7);
  R q = R(5, 3);
  R given = R(x = 1);
  R o[2] = {R(3), R(4)};
  Integer n = above(r);
  Integer k = above(R(9, 1));
  Integer kept = given.m;
  Real z[r.m] = fill(time, r.m);
  Real s = sum(z);
end constructor_of_constant;
