// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
// FINAL: y = 0 +- 1e-6
model M
  Boolean a = true;
  Boolean b = false;
  Real x = if a then 1 else 0;
  Real y = if b then 1 else 0;
end M;
