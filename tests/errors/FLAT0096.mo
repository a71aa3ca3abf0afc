// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0096.mo:16:5: error[FLAT0096]: nothing gives a value to d.bus.s, a member of an expandable connector
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
