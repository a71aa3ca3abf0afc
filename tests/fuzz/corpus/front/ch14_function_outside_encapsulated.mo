operator record P
  Real x;
  operator '+' function f input P a; input P b; output P r(x = a.x + b.x); algorithm end f; end '+';
end P;
model FunctionOutsideEncapsulated
  P a = P(1) + P(2);
end FunctionOutsideEncapsulated;
