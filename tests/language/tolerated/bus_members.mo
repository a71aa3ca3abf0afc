// Declared members of expandable connectors that equations name though nothing is connected to them.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0516]: a is a member of an expandable connector that nothing is connected to (MLS 9.1.3)
// FINAL: r.y = 3 +- 1e-9
// FINAL: r.z = 4 +- 1e-9
// FINAL: s.bus.a = 2 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0516]: a is not present
model M
  expandable connector Bus
    Real a;
    Real b;
    Real unused;
  end Bus;
  model Source
    Bus bus;
  equation
    bus.a = 2*time;
  algorithm
    bus.b := 3*time;
  end Source;
  model Reader
    Bus bus;
    Real y, z;
  equation
    y = bus.b;
    when time >= 0.5 then
      z = 2*2;
    end when;
    assert(bus.a < 3, "a");
  end Reader;
  Source s;
  Reader r;
equation
  connect(s.bus, r.bus);
end M;
