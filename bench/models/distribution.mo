package Distribution "A feeder with N branches, each with N loads: one large linear system, no states"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  model Resistor
    Pin p, n;
    parameter Real R = 1;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;

  model Load "a resistor to ground, switched on at its own time"
    Pin p;
    parameter Real R = 100, on(unit = "s") = 1;
  equation
    p.v = p.i*(if time > on then R/2 else R);
  end Load;

  model Source
    Pin p;
  equation
    p.v = 600;
  end Source;

  model Test
    parameter Integer N = 10 "number of branches, and of loads on each";
    Source source;
    Resistor feeder[N](each R = 0.01);
    Resistor branch[N, N](each R = 0.1);
    Load loads[N, N](each R = 100000);
  equation
    connect(source.p, feeder[1].p);
    for i in 1:N - 1 loop
      connect(feeder[i].n, feeder[i + 1].p);
    end for;
    for i in 1:N loop
      connect(feeder[i].n, branch[i, 1].p);
      for j in 1:N - 1 loop
        connect(branch[i, j].n, branch[i, j + 1].p);
      end for;
      for j in 1:N loop
        connect(branch[i, j].n, loads[i, j].p);
      end for;
    end for;
  end Test;
end Distribution;
