// RUN: causeway simulate %s -o %t.csv
// FINAL: sum_d = 0 +- 1e-12
// FINAL: z = 4 +- 1e-12
// FINAL: w = 3 +- 1e-12
// 3.6.5: what is not chosen is not evaluated; its assertions do not count, with parameters and with discrete conditions.
model M
  function slopes
    input Real x[:];
    output Real d[size(x, 1)];
  algorithm
    assert(x[1] < x[2], "x must increase");
    d := x;
  end slopes;
  parameter Boolean wanted = false;
  parameter Real x[2] = {1, 1};
  parameter Real d[2] = if wanted then slopes(x) else zeros(2);
  Real sum_d = sum(d);
  discrete Boolean ready(start = false, fixed = true);
  Real u[2] = {1, 1 + (if time > 0.5 then 1 else 0)};
  Real y[2] = if pre(ready) then slopes(u) else {2, 2};
  Real z = if ready then sum(y) + 1 else sum(y);
  Real v[2];
  Real w = sum(v);
equation
  when time > 0.75 then
    ready = true;
  end when;
  if ready then
    v = slopes(u);
  else
    v = {0, 0};
  end if;
end M;
