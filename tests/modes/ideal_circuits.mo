// RUN: causeway simulate %s 'Ideal.Bridge(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate %s 'Ideal.Bridge(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// RUN: causeway simulate %s 'Ideal.Buck(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate %s 'Ideal.Buck(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes: 3 modes, 40 changes
// RUN: causeway simulate %s 'Ideal.Buck(near = 0, R = 50)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate %s 'Ideal.Buck(near = 1e-5, R = 50)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes: 3 modes
// RUN: causeway simulate %s 'Ideal.Boost(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate %s 'Ideal.Boost(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes: 4 modes
// RUN: causeway simulate %s 'Ideal.Boost(near = 0, R = 200)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate %s 'Ideal.Boost(near = 1e-5, R = 200)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)'
// RUN: causeway compare b.csv a.csv
// RUN: causeway simulate %s 'Ideal.ThreePhases(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.v)' && causeway simulate %s 'Ideal.ThreePhases(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// RUN: causeway simulate %s 'Ideal.HalfWave(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)' && causeway simulate %s 'Ideal.HalfWave(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// RUN: causeway simulate %s 'Ideal.FullBridge(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)' && causeway simulate %s 'Ideal.FullBridge(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// RUN: causeway simulate %s 'Ideal.Doubler(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)' && causeway simulate %s 'Ideal.Doubler(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// RUN: causeway simulate %s 'Ideal.Rectified(near = 0)' -o a.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)' && causeway simulate %s 'Ideal.Rectified(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(l.*.i|c.*.v)'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// RUN: causeway simulate %s 'Ideal.Star(near = 0)' -o a.csv --tolerance 1e-8 --filter '(r|d.*).i' && causeway simulate %s 'Ideal.Star(near = 1e-5)' -o b.csv --tolerance 1e-8 --filter '(r|d.*).i'
// RUN: causeway compare b.csv a.csv
// CHECK: its structure changes
// CHECK-NOT: warning
package Ideal "Diodes and switches without resistance and conductance agree with those that nearly have none"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    v = L*der(i);
  end Inductor;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1;
  equation
    i = C*der(v);
  end Capacitor;
  model Source
    extends TwoPin;
    parameter Real V = 1, f = 0, phase = 0;
  equation
    v = if f > 0 then V*sin(2*3.14159265358979*f*time + phase) else V;
  end Source;
  model Diode
    extends TwoPin;
    parameter Real Ron, Goff;
    Real s;
    Boolean off(start = true) = s < 0;
  equation
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Diode;
  model Thyristor
    extends TwoPin;
    parameter Real Ron, Goff;
    Real s;
    Boolean fire, off(start = true) = s < 0 or pre(off) and not fire;
  equation
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Thyristor;
  model Switch
    extends TwoPin;
    parameter Real Ron, Goff;
    Real s;
    Boolean closed;
  equation
    v = s*(if closed then Ron else 1);
    i = s*(if closed then 1 else Goff);
  end Switch;
  model HalfWave
    parameter Real near;
    Diode d(Ron = near, Goff = near);
    Resistor r(R = 10);
    Inductor l(L = 0.01);
    Source v(V = 20, f = 50);
    Ground g;
  equation
    connect(v.p, d.p);
    connect(d.n, r.p);
    connect(r.n, l.p);
    connect(l.n, g.p);
    connect(v.n, g.p);
    annotation (experiment(StopTime = 0.1, Interval = 1e-5));
  end HalfWave;
  model FullBridge "a motor driven to and fro: a diode beside each switch has neither voltage nor current while that is closed"
    parameter Real near;
    Boolean forth = mod(time, 1e-3) < 0.7e-3;
    Switch s[4](each Ron = near, each Goff = near, closed = {forth, not forth, not forth, forth});
    Diode d[4](each Ron = near, each Goff = near);
    Resistor r(R = 1);
    Inductor l(L = 1e-3, i(start = 0, fixed = true));
    Source v(V = 10);
    Ground g;
  equation
    for k in 1:4 loop
      connect(s[k].p, d[k].n);
      connect(s[k].n, d[k].p);
    end for;
    connect(v.p, s[1].p);
    connect(v.p, s[2].p);
    connect(s[1].n, s[3].p);
    connect(s[2].n, s[4].p);
    connect(v.n, s[3].n);
    connect(v.n, s[4].n);
    connect(s[1].n, r.p);
    connect(r.n, l.p);
    connect(l.n, s[2].n);
    connect(v.n, g.p);
    annotation (experiment(StopTime = 0.02, Interval = 1e-5));
  end FullBridge;
  model Doubler "switched capacitors: charge jumps at every change"
    parameter Real near;
    Boolean charges = mod(time, 1e-3) < 0.5e-3;
    Switch s[4](each Ron = near, each Goff = near, closed = {charges, charges, not charges, not charges});
    Capacitor c1(C = 1e-6), c2(C = 1e-5);
    Resistor r(R = 1000);
    Source v(V = 10);
    Ground g;
  equation
    connect(v.p, s[1].p);
    connect(s[1].n, c1.p);
    connect(c1.n, s[2].p);
    connect(s[2].n, g.p);
    connect(v.p, s[3].p);
    connect(s[3].n, c1.n);
    connect(c1.p, s[4].p);
    connect(s[4].n, c2.p);
    connect(c2.n, g.p);
    connect(c2.p, r.p);
    connect(r.n, g.p);
    connect(v.n, g.p);
    annotation (experiment(StopTime = 0.02, Interval = 1e-5));
  end Doubler;
  model Rectified "a thyristor that is fired late"
    parameter Real near;
    Thyristor t(Ron = near, Goff = near, fire = mod(time, 0.02) > 0.003 and mod(time, 0.02) < 0.005);
    Resistor r(R = 10);
    Inductor l(L = 0.02, i(start = 0));
    Source v(V = 20, f = 50);
    Ground g;
  equation
    connect(v.p, t.p);
    connect(t.n, r.p);
    connect(r.n, l.p);
    connect(l.n, g.p);
    connect(v.n, g.p);
    annotation (experiment(StopTime = 0.1, Interval = 1e-5));
  end Rectified;
  model Bridge "with an inductance in the line"
    parameter Real near;
    Diode d[4](each Ron = near, each Goff = near);
    Resistor r(R = 10);
    Capacitor c(C = 1e-3);
    Inductor l(L = 1e-3);
    Source v(V = 20, f = 50);
    Ground g;
  equation
    connect(v.p, l.p);
    connect(l.n, d[1].p);
    connect(d[3].n, d[1].p);
    connect(v.n, d[2].p);
    connect(d[4].n, d[2].p);
    connect(d[1].n, d[2].n);
    connect(d[3].p, d[4].p);
    connect(d[1].n, r.p);
    connect(d[3].p, r.n);
    connect(r.p, c.p);
    connect(r.n, c.n);
    connect(r.n, g.p);
    annotation (experiment(StopTime = 0.1, Interval = 1e-5));
  end Bridge;
  partial model Converter
    parameter Real near, R;
    Switch s(Ron = near, Goff = near, closed = mod(time, 1e-3) < 0.4e-3);
    Diode d(Ron = near, Goff = near);
    Source v(V = 10);
    Inductor l(L = 1e-3, i(start = 0, fixed = true));
    Capacitor c(C = 1e-4);
    Resistor r(R = R);
    Ground g;
  equation
    connect(c.p, r.p);
    connect(c.n, g.p);
    connect(r.n, g.p);
    connect(v.n, g.p);
    annotation (experiment(StopTime = 0.02, Interval = 1e-5));
  end Converter;
  model Buck
    extends Converter(R = 1);
  equation
    connect(v.p, s.p);
    connect(s.n, d.n);
    connect(d.n, l.p);
    connect(l.n, c.p);
    connect(d.p, g.p);
    annotation (experiment(StopTime = 0.02, Interval = 1e-5));
  end Buck;
  model Boost
    extends Converter(R = 10);
  equation
    connect(v.p, l.p);
    connect(l.n, s.p);
    connect(s.n, g.p);
    connect(l.n, d.p);
    connect(d.n, c.p);
    annotation (experiment(StopTime = 0.02, Interval = 1e-5));
  end Boost;
  model Star "without inductances: where one diode takes over from another both may conduct for no time"
    parameter Real near;
    Diode d[6](each Ron = near, each Goff = near);
    Resistor r(R = 10), far[3](each R = 1e5);
    Source v[3](each V = 100, each f = 50, phase = {0, -2.0943951023932, 2.0943951023932});
    Ground g;
  equation
    for k in 1:3 loop
      connect(v[k].n, v[1].n);
      connect(v[k].p, d[k].p);
      connect(d[k + 3].n, d[k].p);
      connect(d[k].n, r.p);
      connect(d[k + 3].p, r.n);
      connect(v[k].p, far[k].p);
      connect(far[k].n, g.p);
    end for;
    annotation (experiment(StopTime = 0.1, Interval = 1e-5));
  end Star;
  model ThreePhases "with inductances in the lines, and the load connected to nothing else"
    parameter Real near;
    Diode d[6](each Ron = near, each Goff = near);
    Resistor r(R = 10);
    Capacitor c(C = 1e-3);
    Inductor l[3](each L = 1e-3);
    Source v[3](each V = 100, each f = 50, phase = {0, -2.0943951023932, 2.0943951023932});
    Ground g;
  equation
    for k in 1:3 loop
      connect(v[k].n, g.p);
      connect(v[k].p, l[k].p);
      connect(l[k].n, d[k].p);
      connect(d[k + 3].n, d[k].p);
      connect(d[k].n, r.p);
      connect(d[k + 3].p, r.n);
    end for;
    connect(r.p, c.p);
    connect(r.n, c.n);
    annotation (experiment(StopTime = 0.1, Interval = 1e-5));
  end ThreePhases;
end Ideal;
