// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: value <2>
operator record P
  Integer x;
  encapsulated operator 'String' function f import P; input P a; input String left = "<"; output String s; algorithm s := left + String(a.x) + ">"; end f; end 'String';
end P;
model StringOperator
  Real y = 1;
equation
  assert(time < 0.5, "value " + String(P(2)), AssertionLevel.warning);
end StringOperator;
