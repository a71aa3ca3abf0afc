// The value of a modifier is looked up where it is written (7.2.4).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a.x = 2 +- 1e-6
model M
  parameter Real k = 2;
  model A parameter Real k = 1; Real x = k; end A;
  A a(k = k);
end M;
