package Line "A lossy transmission line of N connected cells: coils, capacitors, resistors"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V") = p.v - n.v;
    Real i(unit = "A") = p.i;
  equation
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;

  model Coil
    extends TwoPin(i(start = 0, fixed = true));
    parameter Real L = 1;
  equation
    v = L*der(i);
  end Coil;

  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1;
  equation
    i = C*der(v);
  end Capacitor;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Step
    extends TwoPin;
  equation
    v = if time > 0 then 1 else 0;
  end Step;

  model Cell
    Pin a, b, g;
    parameter Real R = 1e-3, L = 1e-6, C = 1e-9;
    Resistor r(R = R);
    Coil l(L = L);
    Capacitor c(C = C);
  equation
    connect(a, r.p);
    connect(r.n, l.p);
    connect(l.n, b);
    connect(l.n, c.p);
    connect(c.n, g);
  end Cell;

  model Test
    parameter Integer N = 10 "number of cells";
    Cell cell[N];
    Step source;
    Resistor load(R = 30);
    Ground ground;
  equation
    connect(source.n, ground.p);
    connect(source.p, cell[1].a);
    for i in 1:N - 1 loop
      connect(cell[i].b, cell[i + 1].a);
    end for;
    for i in 1:N loop
      connect(cell[i].g, ground.p);
    end for;
    connect(cell[N].b, load.p);
    connect(load.n, ground.p);
  end Test;
end Line;
