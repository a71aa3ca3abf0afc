operator record P
  Real x;
  encapsulated operator '%' function f import P; input P a; output P r(x = 1); algorithm end f; end '%';
end P;
model UnknownOperatorName
  P a = P(1);
end UnknownOperatorName;
