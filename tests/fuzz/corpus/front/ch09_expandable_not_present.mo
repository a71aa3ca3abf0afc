expandable connector Bus
end Bus;

expandable connector Declared
  Real unused;
end Declared;

connector In = input Real;
connector Out = output Real;

model Reader
  Bus bus;
  In u;
  Out y = u;
equation
  connect(bus.x, u);
end Reader;

model Group
  Bus bus[2];
  Declared main, sub;
equation
  connect(main.unused, sub.unused);
end Group;

model ExpandableNotPresent
  Out source = 2*time;
  Reader reader;
  Group group;
  Bus bus;
equation
  connect(bus.x, source);
  connect(bus, reader.bus);
  connect(bus, group.bus[1]);
end ExpandableNotPresent;
