// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  constant Real c = 3;
  Real x = c;
end M;
