// A subscript of an array without elements counts only when it is met; and a branch ruled out by a constant not at all.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 1 +- 1e-12
// FINAL: z = 1 +- 1e-12
model LoopOverNothing
  function f
    input Real x;
    output Real y;
  protected
    constant Real g[0, 2] = fill(0.0, 0, 2);
  algorithm
    if size(g, 1) > 0 then
      y := g[1, 1]*x;
    else
      y := x;
    end if;
  end f;
  parameter Integer n = 0;
  Real v[n];
  Boolean w[n];
  Integer k = if time > 0.5 then 0 else 0;
  Real y;
  Real z = f(time);
equation
  v = fill(time, n);
  w = fill(true, n);
algorithm
  y := 1;
  for i in 1:k loop
    if w[i] then
      y := y + v[i];
    end if;
  end for;
end LoopOverNothing;
