// RUN: causeway simulate %s -o %t.csv
// FINAL: 'end' = 2 +- 1e-6
model M
  Real 'end' = 2;
end M;
