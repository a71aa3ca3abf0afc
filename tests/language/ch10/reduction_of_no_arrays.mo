// A reduction of arrays over an empty range: the elements of its value are what nothing adds up to (MLS 3.6, 10.3.4.1).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: f[2] = 1 +- 1e-9
// FINAL: g[2] = 5 +- 1e-9
// FINAL: c[2] = 0 +- 1e-9
model ReductionOfNoArrays
  function h
    input Integer n;
    input Real p[2];
    output Real y[2];
  algorithm
    y := sum(p*i for i in 1:n);
  end h;
  parameter Integer n = 0;
  Real p[2] = {time, 2};
  Real f[2] = 3*sum(p*i for i in 1:n) + {0, 1};
  Real g[2] = sum({p[1], i + 1} for i in 1:2);
  parameter Integer m = integer(h(0, {1, 2})*{1, 1}) annotation(Evaluate = true);
  parameter Real c[2 + m] = h(0, {1, 2});
end ReductionOfNoArrays;
