// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 7 +- 1e-6
model M
  parameter Real x[3] = {3, 7, 5};
  Real y = max(x[i] for i);
end M;
