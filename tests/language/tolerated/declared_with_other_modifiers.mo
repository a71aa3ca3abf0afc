// An inherited component is declared again with other modifiers of what is inside it: others take both (MLS 3.6, 7.1 wants them
// equal).  Where both modify one thing the first one counts.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0309]: 'sat' is inherited and declared with different modifiers: both are taken, the inherited ones first
// CHECK: hint: give these modifiers in the extends clause
// VALUE: %t.csv sat.a(0) = 7 +- 1e-9
// VALUE: %t.csv sat.b(0) = 3 +- 1e-9
// VALUE: %t.csv x(0) = 1 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0309]
package DeclaredWithOtherModifiers
  record Pair
    Real a;
    Real b;
  end Pair;
  model Base
    Pair sat(b(start = 3, fixed = true));
    Real x(start = 1);
  end Base;
  model Heir
    extends Base;
    Pair sat(a(start = 7, fixed = true), b);
    Real x(start = 5, fixed = true);
  equation
    der(sat.a) = -sat.a;
    der(sat.b) = 0;
    der(x) = 0;
  end Heir;
end DeclaredWithOtherModifiers;
