package PackageInheritance
  package Base constant Real c = 1; function f input Real x; output Real y; algorithm y := c*x; end f; end Base;
  package Derived extends Base(c = 7); end Derived;
  model M
    Real y = Derived.f(1);
  end M;
end PackageInheritance;
