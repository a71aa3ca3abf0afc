// RUN: causeway simulate %s Parts.M -o %t.csv
// CHECK: parts_without_value.mo:16:14: warning[INST0577]: of output r of function Parts.half r.b gets no value
// CHECK: hint: assign it in the algorithm, or give it a default; now it is zero
// CHECK: parts_without_value.mo:24:17: warning[INST0577]: of output y of function Parts.two y[3] gets no value
// CHECK: parts_without_value.mo:31:17: warning[INST0577]: of output y of function Parts.corner y[1, 2], y[2, 1] get no value
// CHECK-NOT: Parts.sure
// FINAL: h.b = 0 +- 0
package Parts "fields and elements of results that nothing gives a value are told"
  record R
    Real a;
    Real b;
    Real c = 3;
  end R;
  function half
    input Real x;
    output R r;
  protected
    Real y;
  algorithm
    (y, r.a) := sure_two(x);
  end half;
  function two
    input Real x;
    output Real y[3];
  algorithm
    y[1] := x;
    y[2] := x;
  end two;
  function corner
    input Real x;
    output Real y[2, 2];
  algorithm
    y[1, 1] := x;
    if x > 0 then y[2, 2] := x; end if;
  end corner;
  function sure_two
    input Real x;
    output Real y, z;
  algorithm
    y := x;
    z := x;
  end sure_two;
  function sure_whole
    input Real x;
    output R r;
  algorithm
    r.a := x;
    r := R(1, 2);
  end sure_whole;
  function sure_fields
    input Real x;
    output R r;
  algorithm
    r.a := x;
    if x > 0 then r.b := x; end if;
  end sure_fields;
  function sure_loop
    input Real x;
    output Real y[3];
  algorithm
    y[1] := x;
    for i in 2:3 loop
      y[i] := x;
    end for;
  end sure_loop;
  function sure_slice
    input Real x;
    output Real y[2, 2];
  algorithm
    y[1, 1] := x;
    y[2, :] := {x, x};
    y[1, end] := x;
  end sure_slice;
  model M
    R w = sure_whole(time), f = sure_fields(time);
    R h = half(time);
    Real t[3] = two(time), c[2, 2] = corner(time), l[3] = sure_loop(time), s[2, 2] = sure_slice(time);
  end M;
end Parts;
