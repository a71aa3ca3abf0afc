// RUN: causeway simulate %s -o %t.csv
// FINAL: a.x = 4 +- 1e-6
model A
  replaceable Real x = 1;
end A;
model M
  A a(redeclare Real x = 4);
end M;
