operator record P
  Real x;
  encapsulated operator '^' function f import P; input P a; input Integer n; output P r(x = a.x^n); algorithm end f; end '^';
  encapsulated operator '/' function f import P; input P a; input P b; output P r(x = a.x/b.x); algorithm end f; end '/';
end P;
model PowerAndDivision
  P a = P(2)^2;
  P b = P(1)/P(2);
  Real y = a.x;
  Real z = b.x;
end PowerAndDivision;
