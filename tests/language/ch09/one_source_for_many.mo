// RUN: causeway simulate %s -o %t.csv
// FINAL: b[2].u = 3 +- 1e-6
model M
  connector In = input Real;
  connector Out = output Real;
  block A Out y = 3; end A;
  block B In u; end B;
  A a;
  B b[2];
equation
  connect(a.y, b[1].u);
  connect(a.y, b[2].u);
end M;
