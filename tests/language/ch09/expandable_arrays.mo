// A new member of an array of expandable connectors belongs to each of them: the first dimensions of the other side are those of
// the array (MLS 3.6, 9.1.3).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: total.y = 3 +- 1e-9
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
