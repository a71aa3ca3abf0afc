operator record P
  Real x;
  encapsulated operator '+'
    function f import P; input P a; input P b; output P r(x = 1); algorithm end f;
    function g import P; input P a; input P b; output P r(x = 2); algorithm end g;
  end '+';
end P;
model Ambiguous
  P a = P(1) + P(2);
end Ambiguous;
