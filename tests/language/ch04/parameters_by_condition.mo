// Bindings that depend on each other in one branch each: which branch holds decides; a cycle that is left is an error.
// RUN: causeway simulate %s -p kind=3 -o %t.csv
// EXIT: 3
// CHECK: error[SYM0201]: the values of these parameters depend on each other
// RUN: causeway simulate %s -o %t.csv
// EXIT: 0
// FINAL: x = -2 +- 1e-12
// FINAL: m = 6 +- 1e-12
model ParametersByCondition
  parameter Boolean given = false;
  parameter Real p = if given then q - 2 else 0;
  parameter Real q = if given then 0 else p - 3;
  parameter Integer kind = 1;
  final parameter Boolean first = kind == 1;
  parameter Real m = if first then 3*rho else n;
  parameter Real n = if kind == 2 then 4 else m;
  parameter Real rho = 2;
  Real x = p + q + time;
end ParametersByCondition;
