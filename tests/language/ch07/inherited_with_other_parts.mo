// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0309]: 'limit' is inherited and declared with different modifiers
// CHECK: warning[INST0306]: 'out' is already declared differently
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0309]
// FINAL: %t.csv limit.y = 0.5 +- 1e-9
// FINAL: %t.csv out[2] = 2 +- 1e-9
// Components of one name and class that differ in modifiers of their parts, in sizes or conditions: other tools take the
// first one (MLS 3.6, 7.1 wants them to be identical).
model Limit
  parameter Real most = 1;
  Real y = min(time, most);
end Limit;
connector Out = output Real;
model Base
  parameter Integer n = 2;
  parameter Boolean visible = true;
  Limit limit(most = 0.5);
  Out out[n] if visible;
end Base;
model M
  extends Base;
  Limit limit(most = 0.25);
  Out out[2];
equation
  out = {1, 2};
end M;
