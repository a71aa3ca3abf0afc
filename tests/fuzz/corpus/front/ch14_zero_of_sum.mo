operator record P
  Real x;
  encapsulated operator '+' function f import P; input P a; input P b; output P r(x = a.x + b.x); algorithm end f; end '+';
  encapsulated operator '0' function f import P; output P r(x = 0); algorithm end f; end '0';
end P;
model ZeroOfSum
  P a = sum({P(1), P(2), P(3)});
  P b = sum(fill(P(1), 0));
  Real y = a.x;
  Real e = b.x;
end ZeroOfSum;
