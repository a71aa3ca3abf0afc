// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: s = 6 +- 1e-6
model M "a parameter of a component decides a size outside it"
  model A parameter Integer n = 3; Real x[n] = ones(n); end A;
  A a(n = 6);
  Real s = sum(a.x);
end M;
