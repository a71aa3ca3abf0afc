// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 0.5 +- 0
// FINAL: y = 50 +- 0
model M
  Real x = .5;
  Real y = .5e2;
end M;
