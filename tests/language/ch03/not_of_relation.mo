// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  Real x = if not 1 > 2 then 1 else 0;
end M;
