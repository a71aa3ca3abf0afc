package Ladder "An RC ladder of N connected stages"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V");
    Real i(unit = "A");
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1e-3;
  equation
    C*der(v) = i;
  end Capacitor;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Step
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end Step;

  model Test
    parameter Integer N = 10 "number of stages";
    Resistor R[N];
    Capacitor C[N];
    Step source;
    Ground ground;
  equation
    connect(source.n, ground.p);
    connect(source.p, R[1].p);
    for i in 1:N loop
      connect(R[i].n, C[i].p);
      connect(C[i].n, ground.p);
    end for;
    for i in 1:N - 1 loop
      connect(R[i].n, R[i + 1].p);
    end for;
    annotation(experiment(StopTime = 1));
  end Test;
end Ladder;
