// Connections to a component that is not there vanish (4.4.5).
// RUN: causeway simulate %s -o %t.csv
// FINAL: y.u = 7 +- 1e-6
model M
  connector In = input Real;
  connector Out = output Real;
  block S Out y = 3; end S;
  block T In u; end T;
  S s if false;
  S r(y = 7);
  T y;
  T t if false;
equation
  connect(r.y, y.u);
  connect(s.y, t.u);
end M;
