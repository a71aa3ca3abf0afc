// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 5 +- 1e-6
model M
  Real 'it\'s' = 5;
  Real y = 'it\'s';
end M;
