// Two racks between one shaft and one slide: the second says what the first one says, and how they share the force is open.  It is
// told once, with names; nothing singular is left to solve.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[SYM0105]: other equations say already what this one says
// CHECK: g2.
// CHECK-NOT: RT0032
// FINAL: %t.csv shaft.phi = 1 +- 1e-6
// RUN: causeway simulate %s -o %t.2.csv -p g2.radius=0.5
// EXIT: 4
// CHECK: error[RT0043]
model TwoRacks
  connector Turning
    Real phi;
    flow Real tau;
  end Turning;
  connector Sliding
    Real s;
    flow Real f;
  end Sliding;
  model Shaft
    Turning t;
    parameter Real J = 1;
    Real phi(start = 0, fixed = true), w(start = 1, fixed = true);
  equation
    phi = t.phi;
    w = der(phi);
    J*der(w) = t.tau;
  end Shaft;
  model Rack
    Turning t;
    Sliding s;
    parameter Real radius = 0.4;
  equation
    radius*t.phi = s.s;
    t.tau + radius*s.f = 0;
  end Rack;
  model Slide
    Sliding s;
    parameter Real m = 3;
    Real v;
  equation
    v = der(s.s);
    m*der(v) = s.f;
  end Slide;
  Shaft shaft;
  Rack g1, g2;
  Slide slide;
equation
  connect(shaft.t, g1.t);
  connect(shaft.t, g2.t);
  connect(g1.s, slide.s);
  connect(g2.s, slide.s);
end TwoRacks;
