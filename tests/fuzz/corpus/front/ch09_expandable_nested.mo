package B
  expandable connector Sub
  end Sub;
  expandable connector Bus
    Sub sub;
  end Bus;
  connector In = input Real;
  connector Out = output Real;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Battery
    Pin p;
  equation
    p.v = 1;
  end Battery;
  model Source
    Battery battery;
    Out y = 2*time;
    Bus bus;
  equation
    connect(bus.sub.y, y);
    connect(bus.sub.pin, battery.p);
  end Source;
  model Reader
    Sub bus;
    In u;
    Out y = u;
  equation
    connect(bus.y, u);
  end Reader;
  model Ignorant
    Bus bus;
  end Ignorant;
end B;

model ExpandableNested
  B.Source source;
  B.Reader reader;
  B.Ignorant ignorant;
protected
  B.Bus bus;
equation
  connect(bus, source.bus);
  connect(bus, ignorant.bus);
  connect(bus.sub, reader.bus);
end ExpandableNested;
