// RUN: causeway simulate %s FieldWithoutValue.M -o %t.csv
// CHECK-NOT: has got no value
// FINAL: y = 5 +- 1e-12
// A field of a result that is not a number, and is not used: that the result is assigned as a whole, inside a branch, is no use of it.
package FieldWithoutValue
  record R
    Real a;
    Real b;
  end R;
  function half
    input Real x, z;
    output R r;
  algorithm
    r.a := x;
    r.b := z/abs(z);
    annotation(Inline = false);
  end half;
  function take
    input Real x;
    output Real y;
  protected
    R r;
  algorithm
    y := 0;
    r.b := 2;
    if x > 0 then
      r.a := 1;
      r := half(x + 4, x - abs(x));
      y := r.a;
    end if;
    annotation(Inline = false);
  end take;
  model M
    Real y = take(time);
  end M;
end FieldWithoutValue;
