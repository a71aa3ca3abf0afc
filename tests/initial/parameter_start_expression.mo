// A parameter without a value takes its start value, also where other parameters give that (MLS 8.6).
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[TOOL0019]: parameter f has no value; its start value is used
// CHECK: note: neither has L
// FINAL: %t.csv x = 0.12 +- 1e-12
// RUN: causeway simulate %s -o %t2.csv --stop 1 -p f=100
// FINAL: %t2.csv x = 0.06 +- 1e-12
model ParameterStartExpression
  parameter Real f(start = 50);
  parameter Real L(start = 3/f);
  parameter Real M = 2*L;
  Real x = M;
end ParameterStartExpression;
