// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 6 +- 1e-6
model M "5.3.2: a.f where a is a scalar component"
  class A function f input Real u; output Real y; algorithm y := 2*u; end f; end A;
  A a;
  Real y = a.f(3);
end M;
