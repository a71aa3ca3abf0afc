// Outer components in connectors, and outer components that are inherited and declared again with another class: all mean the inner one.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0306]: 'param' is already declared differently
// CHECK: warning[INST0902]: an element of a connector must not be 'outer'
// FINAL: %t.csv b.c.f[2] = 4 +- 1e-9
// FINAL: %t.csv p.y = 9 +- 1e-9
// FINAL: %t.csv p.bus.s = 4 +- 1e-9
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0902]
model OuterInConnector
  record Few
    parameter Real E = 3;
    parameter Integer n = 2;
  end Few;
  record Many
    extends Few;
    parameter Real extra = 5;
  end Many;
  connector Signal = output Real;
  expandable connector Bus
    outer Few param;
    Real s;
  end Bus;
  connector Pin
    outer Few param;
    Real v[param.n];
    flow Real f[param.n];
  end Pin;
  model Source
    Pin c;
  equation
    c.v = c.param.E*{1, 2};
  end Source;
  model Load
    Pin c;
  equation
    c.f = c.v/2;
  end Load;
  partial model Base
    outer Many param;
    Real y = param.E + param.extra;
  end Base;
  model Part
    extends Base;
    outer Few param;
    Bus bus;
    Signal s = param.E*time;
  equation
    connect(s, bus.s);
  end Part;
  inner Many param(E = 4);
  Source a;
  Load b;
  Part p;
equation
  connect(a.c, b.c);
end OuterInConnector;
