// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
// FINAL: y = 1 +- 1e-6
model M
  Real x = if "abc" < "abd" then 1 else 0;
  Real y = if "a" + "b" == "ab" then 1 else 0;
end M;
