// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  Real x = smooth(0, if time < 2 then time else 2);
end M;
