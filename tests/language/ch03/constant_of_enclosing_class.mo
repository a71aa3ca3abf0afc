// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a.x = 3 +- 1e-6
model M
  constant Real c = 3;
  model A Real x = c; end A;
  A a;
end M;
