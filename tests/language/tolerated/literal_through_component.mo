// A constant of a package, or a literal of an enumeration, that is named through a component: MLS 3.6, 5.3.2 lets functions be
// found so only, others take both.  Bases of a package that was redeclared count.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0518]: a.M.k is found through a component, where only functions are looked for
// CHECK: hint: name the package itself
// FINAL: a.y = 4 +- 0
// FINAL: z = 7 +- 0
// FINAL: f = 6 +- 0
// FINAL: warm = 1 +- 0
// RUN: causeway simulate %s --strict -o %t.csv
// EXIT: 2
// CHECK: error[INST0518]
package LiteralThroughComponent
  partial package Medium
    constant Real k = 0;
    type Season = enumeration(cold, warm);
    replaceable function twice
      input Real x;
      output Real y = 2*x;
    end twice;
  end Medium;
  package Water
    extends Medium(k = 2);
    constant Real extra = 5;
  end Water;
  model Part
    replaceable package M = Medium constrainedby Medium;
    type Kind = enumeration(one, two);
    parameter Real p = 1;
    Real y = p + M.k;
  end Part;
  model Whole
    Part a(redeclare package M = Water, p = a.M.k);
    Part b(redeclare package M = Water);
    Real z = b.M.k + b.M.extra;
    Real f = b.M.twice(3);
    Boolean warm = b.Kind.two > b.Kind.one and b.M.Season.warm == Water.Season.warm;
  end Whole;
end LiteralThroughComponent;
