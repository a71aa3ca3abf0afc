// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: g = 2 +- 0
// FINAL: h = 1 +- 0
// FINAL: x[1] = 3 +- 0
// FINAL: x[2] = 2 +- 0
// FINAL: x[3] = 1 +- 0
model InlinedSwap "an inlined function whose results go where its arguments came from"
  function swap
    input Real x;
    input Real y;
    output Real p;
    output Real q;
  algorithm
    p := y;
    q := x;
    annotation(Inline = true);
  end swap;
  Real g(start = 1, fixed = true), h(start = 2, fixed = true);
  Real x[3](start = {1, 2, 3}, each fixed = true);
  Integer i(start = 1, fixed = true);
algorithm
  when time >= 0.5 then
    i := pre(i);
    (g, h) := swap(g, h);
    (x[i], x[i + 2]) := swap(x[i], x[i + 2]);
  end when;
end InlinedSwap;
