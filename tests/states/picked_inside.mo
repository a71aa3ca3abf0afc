// States are picked among amounts and concentrations.  Equations that pick one do not belong to a system inside another one, which
// would be singular with another choice though the whole is regular.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: RT0032
// FINAL: a.n = 1.7647058823529412 +- 1e-5
// FINAL: b.n = 0.35294117647058826 +- 1e-5
// ALWAYS: abs({b.c} - 0.2*{a.c}) < 1e-9 and abs({d.c} - 0.5*{c.c}) < 1e-9
// RUN: causeway explain %s
// CHECK: picked while running
// CHECK: simulation equations
// CHECK-NOT: solve {{[{][{].*pick}}
model PickedInside
  model Substance
    outer Real V;
    Real c(start = 1, stateSelect = StateSelect.prefer);
    Real n(stateSelect = StateSelect.prefer);
    Real r "what comes in";
  equation
    c = n/V;
    der(n) = r;
  end Substance;
  inner Real V(start = 2, stateSelect = StateSelect.prefer);
  Substance a(n(start = 1)), b(n(start = 1)), c(n(start = 1)), d(n(start = 1));
  Real fast, faster;
initial equation
  V = 2;
  a.n + b.n = 2;
  c.n + d.n = 2;
equation
  der(V) = 0.1*a.c/(1 + a.c);
  b.c = 0.2*a.c;
  d.c = 0.5*c.c;
  a.r + fast = 0.1;
  b.r - fast = 2/17 - 0.1;
  c.r + faster = -0.3*c.c;
  d.r = faster;
end PickedInside;
