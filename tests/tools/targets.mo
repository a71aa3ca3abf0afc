// RUN: causeway translate %s --target c -o %t.c
// RUN: cc -Wall -Wextra -Werror %t.c -lm -o %t.program && %t.program > %t.own.csv && tail -1 %t.own.csv
// CHECK: 3,0.30360
// RUN: causeway simulate %s -o %t.csv --tolerance 1e-9
// FINAL: c.u = 0.3036019 +- 1e-6
// RUN: causeway translate %s --target matlab
// CHECK: function [dx_, y_] = Rectifier(Time, x_, u_)
// CHECK: d_R = 2*d_Vt;
// RUN: causeway translate %s Rectifier --target simnon
// EXIT: 3
// CHECK: error[TOOL0062]: Rectifier cannot be written for the target simnon: a nonlinear system of equations is left
model Rectifier "a diode, a capacitor and its load: the targets of classic Dymola take Modelica too"
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    parameter Real R;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Capacitor
    Pin p, n;
    parameter Real C;
    Real u(start = 0, fixed = true);
  equation
    u = p.v - n.v;
    C*der(u) = p.i;
    p.i + n.i = 0;
  end Capacitor;
  model Diode
    Pin p, n;
    parameter Real Is = 1e-3, Vt = 0.025, R = 2*Vt;
  equation
    p.i = if p.v - n.v > 0.1 then (p.v - n.v - 0.1)/R else Is*(exp((p.v - n.v)/Vt) - 1);
    p.i + n.i = 0;
  end Diode;
  model Source
    Pin p, n;
  equation
    p.v - n.v = sin(time);
    p.i + n.i = 0;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Resistor r1(R = 2), r2(R = 3);
  Capacitor c(C = 0.5);
  Diode d;
  Source v;
  Ground g;
  output Real y = c.u;
equation
  connect(v.p, r1.p);
  connect(r1.n, d.p);
  connect(d.n, c.p);
  connect(d.n, r2.p);
  connect(r2.n, g.p);
  connect(c.n, g.p);
  connect(v.n, g.p);
  annotation(experiment(StopTime = 3));
end Rectifier;
