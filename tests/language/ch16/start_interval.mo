// RUN: causeway simulate %s -o %t.csv --stop 2
// VALUE: %t.csv y(0.1) = 0 +- 0
// VALUE: %t.csv y(0.4) = 0.25 +- 1e-12
// VALUE: %t.csv y(1.4) = 1 +- 1e-9
// interval() of an event clock: startInterval at the first tick, then the time since the last one (16.3, 16.10).
model StartInterval
  Real i, y = hold(i);
equation
  when Clock(sin(2*3.14159265358979*(time - 0.3)) > 0 and time > 0.25, startInterval = 0.25) then
    i = interval();
  end when;
end StartInterval;
