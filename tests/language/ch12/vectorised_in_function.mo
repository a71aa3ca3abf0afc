// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: y = 36.381631895812 +- 1e-9
// Vectorised calls inside a function: over matrices, and of functions that give records.
model VectorisedInFunction
  record R Real a; Real b[2]; end R;
  function g input Real x; input Real k; output R r; algorithm r.a := k*x; r.b := {x, 2*x}; end g;
  function p input Real x; output Real y = x^2; algorithm end p;
  function f
    input Real x[:];
    input Real m[:, :];
    output Real y;
  protected
    R r[size(x, 1)];
    R q[2];
    Real mm[size(m, 1), size(m, 2)];
  algorithm
    r := g(x, 3);
    y := sum(r.a);
    for i in 1:size(x, 1) loop
      y := y + r[i].b[2];
    end for;
    mm := p(m);
    y := y + sum(mm) + sum(p(sin(m)));
    q := fill(g(1, 1), 2);
    y := y + q[2].a;
  end f;
  Real y = f({time, 1}, {{1, 2}, {3, time}});
end VectorisedInFunction;
