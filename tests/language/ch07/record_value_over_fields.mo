// RUN: causeway flatten %s
// CHECK: parameter Real r.a = 3.0;
// CHECK: parameter Real r.b = 4.0;
model M
  record R parameter Real a = 1; parameter Real b = 2; end R;
  parameter R r = R(3, 4);
end M;
