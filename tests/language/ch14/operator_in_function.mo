// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: y = 12 +- 1e-12
operator record P
  Real x;
  encapsulated operator '+' function f import P; input P a; input P b; output P r(x = a.x + b.x); algorithm end f; end '+';
end P;
model OperatorInFunction
  function f
    input Real t;
    output Real y;
  protected
    P p;
  algorithm
    p := P(0);
    for i in 1:3 loop
      p := p + P(t*i);
    end for;
    y := p.x;
  end f;
  Real y = f(time);
end OperatorInFunction;
