// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 3 +- 1e-6
model M
  parameter Real a[:] = {1, 2, 3};
  Integer n = size(a, 1);
end M;
