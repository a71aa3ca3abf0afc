// RUN: causeway simulate %s -o %t.csv
// FINAL: a.x = 2 +- 1e-6
model M
  parameter Real p = 2;
  model A parameter Real k = 1; Real x = k; end A;
  A a(k = p);
end M;
