// A record constructor in a call has the sizes of its arguments; so have arrays of such records and branches of an if (MLS
// 3.6, 12.6).  Records of one array whose fields differ in size are refused.
// RUN: causeway simulate %s Open.Main -o %t.csv
// FINAL: a = 2 +- 1e-12
// FINAL: b = 5 +- 1e-12
// FINAL: c = 320 +- 1e-12
// FINAL: r.x[2] = 3 +- 1e-12
// FINAL: k = 9 +- 1e-12
// RUN: causeway simulate %s Open.Ragged -o %t.csv
// EXIT: 2
// CHECK: error[FLAT0050]: the elements of this array are records whose fields differ in size
// RUN: causeway simulate %s Open.RaggedDefault -o %t.csv
// EXIT: 2
// CHECK: error[FLAT0050]: the elements of this array are records whose fields differ in size
package Open
  record R
    Real x[:];
  end R;
  record D
    Real x[2];
    Real z[:] = {1, 2, 3};
  end D;
  record Q
    R r;
    D d;
  end Q;
  function total
    input R r;
    output Real y = sum(r.x);
  algorithm
    annotation(Inline = false);
  end total;
  function totals
    input R r[:];
    output Real y = 0;
  algorithm
    for i in 1:size(r, 1) loop
      y := y + sum(r[i].x);
    end for;
    annotation(Inline = false);
  end totals;
  function sizes
    input Q q;
    output Real y = 100*size(q.r.x, 1) + 10*size(q.d.z, 1) - 10;
  algorithm
    annotation(Inline = false);
  end sizes;
  function all
    input D r[:];
    output Real y = sum(r[1].z) + sum(r[2].z);
  algorithm
    annotation(Inline = false);
  end all;
  model Main
    Real a = total(R({time, 1}));
    Real b = totals({R({time, 1}), R({time, 2})});
    Real c = sizes(Q(R({time, 1, 2}), D({1, 2})));
    R r = if time > 0.5 then R({time, 3}) else R({2*time, 2});
    Real k = totals({R({time*i, 1}) for i in 1:3});
  end Main;
  model Ragged
    Real y = totals({R({time, 1}), R({time})});
  end Ragged;
  model RaggedDefault
    Real y = all({D({time, 1}), D({time, 2}, {3})});
  end RaggedDefault;
end Open;
