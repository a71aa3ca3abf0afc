// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model A Real x = 1; end A;
model B extends A; end B;
model C extends A; end C;
model M
  extends B;
  extends C;
end M;
