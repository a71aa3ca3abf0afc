// RUN: causeway simulate %s -o %t.csv
// FINAL: b.y = 5 +- 1e-6
model M
  expandable connector Bus end Bus;
  connector In = input Real;
  connector Out = output Real;
  block A Out y = 5; end A;
  block B In u; Real y = u; end B;
  model S Bus bus; A a; equation connect(a.y, bus.signal); end S;
  model R Bus bus; B b; Real y = b.y; equation connect(bus.signal, b.u); end R;
  S s;
  R b;
equation
  connect(s.bus, b.bus);
end M;
