// RUN: causeway flatten %s
// CHECK: parameter Real r.a = 5.0;
// CHECK: parameter Real r.b = 9.0;
model M
  record R parameter Real a = 1; parameter Real b = 2; end R;
  record S extends R(a = 5); end S;
  parameter S r(b = 9);
end M;
