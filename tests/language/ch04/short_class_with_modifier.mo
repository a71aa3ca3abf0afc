// RUN: causeway simulate %s -o %t.csv
// FINAL: a.x = 3 +- 1e-6
model M
  model A parameter Real k = 1; Real x = k; end A;
  model B = A(k = 3);
  B a;
end M;
