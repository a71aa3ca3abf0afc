// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: s = 6 +- 1e-6
model M "component arrays whose elements differ in structure"
  model A parameter Integer n = 1; Real x[n] = ones(n); Real s = sum(x); end A;
  A a[3](n = {1, 2, 3});
  Real s = sum(a.s);
end M;
