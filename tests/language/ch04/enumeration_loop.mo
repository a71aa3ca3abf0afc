// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 6 +- 1e-6
model M
  type E = enumeration(a, b, c);
  Integer n = sum(Integer(e) for e in E);
end M;
