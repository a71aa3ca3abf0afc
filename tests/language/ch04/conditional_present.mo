// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  parameter Boolean use = true;
  model A Real x = 1; end A;
  A a if use;
  Real x = 1;
end M;
