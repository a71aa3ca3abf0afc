// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a[3].y = 2 +- 1e-6
// FINAL: b[2].y = 5 +- 1e-6
model M
  model A parameter Real k = 1; Real y = k; end A;
  A a[3](each k = 2);
  A b[2](k = {4, 5});
end M;
