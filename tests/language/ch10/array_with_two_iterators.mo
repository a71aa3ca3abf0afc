// The last iterator of array(...) gives the rows (10.4.1.1).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 12 +- 1e-9
model ArrayIter
  function h
    input Integer n;
    output Real y;
  protected
    Real a[3,4];
  algorithm
    a := array(10.0*i + j for j in 1:4, i in 1:3);
    y := a[1,2];
  end h;
  Real y = h(integer(time)+2);
end ArrayIter;
