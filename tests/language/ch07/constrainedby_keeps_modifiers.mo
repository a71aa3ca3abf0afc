// Modifiers of the constraining clause hold after a redeclaration (7.3.2).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a.b.x = 5 +- 1e-6
model A
  model Base parameter Real k = 1; Real x = k; end Base;
  replaceable Base b constrainedby Base(k = 5);
end A;
model M
  model C parameter Real k = 2; Real x = k; end C;
  A a(redeclare C b);
end M;
