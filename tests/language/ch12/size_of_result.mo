// A result whose size the function alone knows, for a variable of known size (MLS 3.6, 12.4.4); another size is an error.
// RUN: causeway simulate %s SizeOfResult.M -o %t.csv --stop 1
// FINAL: %t.csv a[2] = 3 +- 1e-12
// FINAL: %t.csv b[2] = 3 +- 1e-12
// FINAL: %t.csv c[2] = 3 +- 1e-12
// RUN: causeway simulate %s SizeOfResult.Wrong -o %t2.csv --stop 1
// EXIT: 4
// CHECK: function result has another size than the variables it is assigned to
package SizeOfResult
  function f
    input Real u;
    output Real y[:];
  algorithm
    y := {u + 1, u + 2};
  end f;
  model M
    Real a[2] = f(time);
    Real b[2];
    Real c[2];
  equation
    b = f(time);
  algorithm
    c := f(time);
  end M;
  model Wrong
    Real a[3] = f(time);
  end Wrong;
end SizeOfResult;
