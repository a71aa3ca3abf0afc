// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  type E = enumeration(a, b, c);
  Real x = if E(2) == E.b then 1 else 0;
end M;
