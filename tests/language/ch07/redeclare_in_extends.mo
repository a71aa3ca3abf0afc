// RUN: causeway simulate %s -o %t.csv
// FINAL: b.x = 2 +- 1e-6
model A
  replaceable model B Real x = 1; end B;
  B b;
end A;
model M
  model C Real x = 2; end C;
  extends A(redeclare model B = C);
end M;
