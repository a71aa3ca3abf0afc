// The parameters that decide (parameters_by_condition.mo) may be set: the model is translated with their values.
// RUN: causeway simulate %s -p given=true -p kind=2 -o %t.csv
// FINAL: x = -1 +- 1e-12
// FINAL: m = 4 +- 1e-12
model ParametersByConditionSet
  parameter Boolean given = false;
  parameter Real p = if given then q - 2 else 0;
  parameter Real q = if given then 0 else p - 3;
  parameter Integer kind = 1;
  final parameter Boolean first = kind == 1;
  parameter Real m = if first then 3*rho else n;
  parameter Real n = if kind == 2 then 4 else m;
  parameter Real rho = 2;
  Real x = p + q + time;
end ParametersByConditionSet;
