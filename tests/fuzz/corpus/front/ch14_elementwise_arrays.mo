operator record P
  Real x;
  encapsulated operator '+' function f import P; input P a; input P b; output P r(x = a.x + b.x); algorithm end f; end '+';
  encapsulated operator '*' function f import P; input Real k; input P b; output P r(x = k*b.x); algorithm end f; end '*';
end P;
model ElementwiseArrays
  P a[2] = {P(1), P(2)} + {P(3), P(4)};
  P b[2] = 10*{P(1), P(2)};
end ElementwiseArrays;
