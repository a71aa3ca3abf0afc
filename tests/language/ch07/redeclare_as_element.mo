// RUN: causeway simulate %s -o %t.csv
// FINAL: b.x = 2 +- 1e-6
model A
  replaceable model B Real x = 1; end B;
  B b;
end A;
model M
  extends A;
  redeclare model B
    Real x = 2;
  end B;
end M;
