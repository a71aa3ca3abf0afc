// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: x = 0.5 +- 1e-6
model M
  Real x = 1/2;
end M;
