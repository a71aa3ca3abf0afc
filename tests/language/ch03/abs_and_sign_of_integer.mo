// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 3 +- 1e-6
// FINAL: m = -1 +- 1e-6
model M
  Integer n = abs(-3);
  Integer m = sign(-3);
end M;
