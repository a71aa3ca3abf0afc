// nested function packages with replaceable function inside replaceable package
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 14 +- 1e-9
// FINAL: z = 12 +- 1e-9
package L
  partial package Med
    constant Integer n = 1;
    replaceable partial function h input Real x[n]; output Real y; end h;
    package Inner
      function twice input Real x[n]; output Real y; algorithm y := 2 * h(x); end twice;
    end Inner;
  end Med;
  package Water
    extends Med(n = 2);
    redeclare function extends h algorithm y := sum(x) + n; end h;
  end Water;
  model Use
    replaceable package M = Med;
    Real y = M.Inner.twice({2, 3});
  end Use;
  model T
    Use u(redeclare package M = Water);
    package W2 = Water(n = 3);
    Real y = u.y;
    Real z = W2.Inner.twice({1, 1, 1});
  end T;
end L;
