// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0096.mo:16:5: error[FLAT0096]: inputs are connected to a member of an expandable connector that nothing gives a value (MLS 9.1.3)
model M
  connector In = input Real;
  block Gain
    In u;
    output Real y = 2 * u;
  end Gain;
  expandable connector Bus
  end Bus;
  model D
    Bus bus;
    Gain g;
  equation
    connect(bus.s, g.u);
  end D;
  D d;
end M;
