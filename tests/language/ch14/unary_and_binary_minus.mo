// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: y = -2 +- 1e-12
// FINAL: z = -1 +- 1e-12
operator record P
  Real x;
  encapsulated operator '-'
    function negate import P; input P a; output P r(x = -a.x); algorithm end negate;
    function minus import P; input P a; input P b; output P r(x = a.x - b.x); algorithm end minus;
  end '-';
end P;
model UnaryAndBinaryMinus
  P a = -P(2);
  P b = P(1) - P(2);
  Real y = a.x;
  Real z = b.x;
end UnaryAndBinaryMinus;
