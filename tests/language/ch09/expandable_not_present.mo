// Members of expandable connectors that nothing gives a value and nothing reads: in an array connected in part, and where buses
// alone are connected; they have the default value (MLS 3.6, 9.1.3).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: reader.y = 2 +- 1e-9
// FINAL: group.bus[2].x = 0 +- 1e-9
// FINAL: group.sub.unused = 0 +- 1e-9
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
