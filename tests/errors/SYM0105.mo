// A ring of ideal gears whose ratios fit: one constraint too many.
// RUN: causeway simulate %s -o %t1.csv --stop 1
// CHECK: warning[SYM0105]: other equations say already what this one says, {{.*}} is taken to be zero
// CHECK-NOT: singular
// FINAL: %t1.csv a.w = -0.4161468365 +- 1e-4
// FINAL: %t1.csv b.w = -0.2080734183 +- 1e-4
// RUN: causeway simulate %s -o %t2.csv --stop 1 -p third.ratio=3
// CHECK-NOT: error[
// FINAL: %t2.csv a.w = 0 +- 1e-9
model SYM0105
  connector Flange
    Real phi(unit = "rad");
    flow Real tau;
  end Flange;
  model Inertia
    Flange l, r;
    parameter Real J = 1;
    Real phi(unit = "rad"), w;
  equation
    l.phi = phi;
    r.phi = phi;
    der(phi) = w;
    J*der(w) = l.tau + r.tau;
  end Inertia;
  model Gear
    Flange l, r;
    parameter Real ratio;
  equation
    l.phi = ratio*r.phi;
    ratio*l.tau + r.tau = 0;
  end Gear;
  model Spring
    Flange f;
  equation
    f.tau = 28*f.phi;
  end Spring;
  Inertia a(J = 2), b(J = 4), c(J = 1);
  Gear first(ratio = 2), second(ratio = 0.25), third(ratio = 2);
  Spring spring;
initial equation
  if abs(third.ratio - 2) < 0.5 then
    a.w = 1;
    a.phi = 0;
  end if;
equation
  connect(a.r, first.l);
  connect(first.r, b.l);
  connect(b.r, second.l);
  connect(second.r, c.l);
  connect(c.r, third.l);
  connect(third.r, a.l);
  connect(spring.f, a.l);
end SYM0105;
