package B
  expandable connector Bus
  end Bus;
  connector In = input Real;
  connector Out = output Real;
  block Pass
    In u;
    Out y;
  equation
    y = u;
  end Pass;
  block Sum
    parameter Integer n = 3;
    In u[n];
    Out y;
  equation
    y = sum(u);
  end Sum;
  model Pumps
    parameter Integer n = 2;
    Bus bus if n > 0;
    Pass p[n];
    Pass none if n > 5;
  equation
    connect(bus.y, p.u);
    connect(bus.z, none.u);
  end Pumps;
end B;

model ExpandableSizes
  B.Pumps pumps;
  B.Pass src[2](u = {time, 2*time});
  B.Pass v[3](u = {time, 2*time, 3*time});
  B.Sum s;
protected
  B.Bus bus, vec, other;
equation
  connect(bus, pumps.bus);
  connect(src.y, bus.y);
  for i in 1:3 loop
    connect(vec.x[i], v[i].y);
  end for;
  connect(other, vec);
  connect(other.x, s.u);
end ExpandableSizes;
