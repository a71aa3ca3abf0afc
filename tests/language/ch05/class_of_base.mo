// Classes of base classes are found like own ones.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  extends B;
  T x = 3;
end M;
model B
  type T = Real(unit = "m");
end B;
model N
  extends M;
end N;
