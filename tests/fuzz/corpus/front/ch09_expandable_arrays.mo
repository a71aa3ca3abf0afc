expandable connector Bus
end Bus;

connector In = input Real;
connector Out = output Real;

block Terminal
  parameter Real k;
  Bus bus;
  Out y = k;
equation
  connect(bus.value, y);
end Terminal;

block Total
  In u[2];
  Out y = sum(u);
end Total;

model ExpandableArrays
  Terminal t[2](k = {1, 2});
  Total total;
protected
  Bus bus[2];
equation
  connect(t.bus, bus);
  connect(bus.value, total.u);
end ExpandableArrays;
