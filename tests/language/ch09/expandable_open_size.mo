// A member w[:] of an expandable connector has the size of what is connected to it: also that of a member of an array of components, in a
// loop, with no element at all, and on the other side of a connection of buses.
// RUN: causeway simulate %s OpenSize -o %t.csv --stop 1
// FINAL: %t.csv whole.watcher.bus.w[2] = 1 +- 1e-9
// FINAL: %t.csv whole.s = 2 +- 1e-9
// FINAL: %t.csv inLoop.s = 3 +- 1e-9
// FINAL: %t.csv none.s = 0 +- 1e-9
connector Out = output Real;
connector In = input Real;

expandable connector Bus
  Real a;
  Real w[:];
end Bus;

block Meter
  Out power = time;
end Meter;

block Sum
  parameter Integer n;
  In u[n];
  Real s = sum(u);
end Sum;

model Watcher
  Bus bus;
end Watcher;

model Whole
  parameter Integer n = 2;
  Bus bus;
  Meter meters[n];
  Watcher watcher;
  Sum sum(n = n);
  Real s = sum.s;
equation
  connect(watcher.bus, bus);
  connect(bus.w, meters.power);
  connect(bus.w, sum.u);
end Whole;

model Loop
  parameter Integer n = 3;
  Bus bus;
  Meter meters[n];
  Watcher watcher;
  Real s = sum(bus.w);
equation
  connect(watcher.bus, bus);
  for i in 1:n loop
    connect(bus.w, meters.power);
  end for;
end Loop;

model OpenSize
  Whole whole;
  Loop inLoop;
  Loop none(n = 0);
end OpenSize;
