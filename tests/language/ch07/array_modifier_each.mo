// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2].x = 5 +- 1e-6
model M
  model A parameter Real k = 1; Real x = k; end A;
  A a[2](each k = 5);
end M;
