// The size of a result that its declaration leaves open follows from the value there, for any arguments (MLS 3.6, 12.4.4).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 2 +- 1e-12
// FINAL: b[3] = 27 +- 1e-12
// FINAL: c[1] = 1 +- 1e-12
// FINAL: d[1].x = 1 +- 1e-12
// FINAL: d[2].x = 7 +- 1e-12
// FINAL: p[3] = 3 +- 1e-12
// FINAL: q[1] = 2 +- 1e-12
// FINAL: m[2,1] = 2 +- 1e-12
package Sizes
  function same
    input Real x[:];
    output Real y[:] = x;
  algorithm
    annotation(Inline = false);
  end same;
  function weighted
    input Real x[:];
    output Real y[:] = {i^2 for i in 1:size(x, 1)} .* x;
  algorithm
  end weighted;
  function again
    input Real x[:];
    output Real y[:] = same(same(x));
  algorithm
    annotation(Inline = false);
  end again;
  record R
    Real x;
  end R;
  function pair
    input R a;
    output R y[:] = {R(1), a};
  algorithm
    annotation(Inline = false);
  end pair;
  function two
    input Real a[:];
    output Real b[:] = a;
    output Real c[:] = 2*a;
  algorithm
    annotation(Inline = false);
  end two;
  function column
    input Real x[:];
    output Real y[:,:] = {{x[1]}, {x[2]}};
  algorithm
    annotation(Inline = false);
  end column;
  model Main
    Real a[:] = same({time, 2*time});
    Real b[:] = weighted({time + 1, 2, 3});
    Real c[:] = again({time, 2});
    R d[:] = pair(R(7*time));
    Real p[3], q[3];
    Real m[:,:] = column({time, 2*time});
  equation
    (p, q) = two({time, 2, 3});
  end Main;
end Sizes;
