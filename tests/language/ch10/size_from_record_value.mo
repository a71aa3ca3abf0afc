// RUN: causeway simulate %s -o %t.csv
// FINAL: i.s = 60 +- 1e-12
// FINAL: j.s = 3 +- 1e-12
// FINAL: k.s = 60 +- 1e-12
// FINAL: d.s = 10 +- 1e-12
// Sizes of fields follow from the value of the whole record while another field's size follows from them.
package Sizes
  function twice
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end twice;
  record R
    parameter Real[:] a = twice({0, 10, 20});
    parameter Real v[size(a, 1)] = a;
  end R;
  record S = R(a = {1, 2});
  record Q
    parameter R in1(a = {1, 2, 3});
    parameter Real p = 1;
  end Q;
  model Deep
    parameter Q q;
    Real s = sum(q.in1.v);
  end Deep;
  model Part
    parameter R r;
    Real s = sum(r.v);
  end Part;
  model M
    Part i(r = R());
    Part j(r = S());
    Part k;
    parameter Q q(in1(a = {1, 2, 3, 4}), p = 2);
    Deep d(q = q);
  end M;
end Sizes;
