// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0211]: 'P' was redeclared without 'replaceable' before
// CHECK: it was redeclared here
// FINAL: t.x = 3 +- 1e-12
// The redeclaration in T does not say `replaceable` again (7.3.3); libraries in wide use rely on it.
package Again
  package A constant Real c = 1; end A;
  package B extends A(c = 2); end B;
  package C extends A(c = 3); end C;
  partial model Base
    replaceable package P = A;
    Real x = P.c;
  end Base;
  model T
    extends Base(redeclare package P = B);
  end T;
  model M
    T t(redeclare package P = C);
  end M;
end Again;
