// Constraints between states that only sums of equations show: they are found before index reduction.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: singular
// CHECK-NOT: too many conditions
// FINAL: uC = 0.8414709848 +- 1e-6
// FINAL: u1 = 0.5403023059 +- 1e-6
// ALWAYS: abs({star[1].i} + {star[2].i} + {star[3].i}) < 1e-9
// ALWAYS: abs({ring[1].v} + {ring[2].v} + {ring[3].v}) < 1e-9
// ALWAYS: {z} == 0
// RUN: causeway explain %s
// CHECK: states 4
model Hidden
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Inductor
    extends TwoPin;
  equation
    v = 0.1*der(i);
  end Inductor;
  model Capacitor
    extends TwoPin;
  equation
    i = 0.1*der(v);
  end Capacitor;
  model Source
    extends TwoPin;
    parameter Real phase = 0;
  equation
    v = sin(10*time + phase);
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Real u0 = sin(time), u1, u2, uC "given by u0, though der(uC) = u1 looks like an equation for it";
  Source source[3](phase = {0, 2, 4});
  Inductor star[3] "their currents leave through the triangle only: their sum is zero";
  Resistor triangle[3](R = {1, 2, 3});
  Resistor feed[3](R = {1, 2, 3});
  Capacitor ring[3] "in a circle that no ground is connected to";
  Ground ground;
  Real z(start = 1) "the sum of the currents, once more", zz;
equation
  u0 = u1 + u2;
  uC = u1 + u2;
  der(uC) = u1;
  3*z = star[1].i + star[2].i + star[3].i;
  zz = der(z);
  for k in 1:3 loop
    connect(source[k].n, ground.p);
    connect(source[k].p, star[k].p);
    connect(star[k].n, triangle[k].p);
    connect(triangle[k].n, triangle[if k == 3 then 1 else k + 1].p);
    connect(source[k].p, feed[k].p);
    connect(feed[k].n, ring[k].p);
    connect(ring[k].n, ring[if k == 3 then 1 else k + 1].p);
  end for;
end Hidden;
