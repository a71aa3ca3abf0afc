// Clocked equations are made last: an input that only they read is read.
// RUN: causeway check %s P.M
// CHECK: 17 equations, 17 unknowns
// CHECK-NOT: FLAT0098
package P
  connector In = input Real;
  connector Out = output Real;
  connector ClockIn = input Clock;
  connector ClockOut = output Clock;
  block Ticks
    ClockOut c = Clock(1, 10);
  end Ticks;
  block Sampled
    In u;
    ClockIn c;
    Out y;
  equation
    y = sample(u, c);
  end Sampled;
  block Delayed
    In u;
    Out y(start = 0);
  equation
    y = previous(y) + u;
  end Delayed;
  block Held
    In u;
    Out y;
  equation
    y = hold(u);
  end Held;
  model M
    Ticks t;
    Sampled s(u = time);
    Delayed d;
    Held h;
    Delayed open;
  equation
    connect(t.c, s.c);
    connect(s.y, d.u);
    connect(d.y, h.u);
    connect(d.y, open.u);
  end M;
end P;
