model M "5.3.2: a.f where a is a scalar component"
  class A function f input Real u; output Real y; algorithm y := 2*u; end f; end A;
  A a;
  Real y = a.f(3);
end M;
