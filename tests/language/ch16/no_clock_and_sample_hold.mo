// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv hy(0.35) = 0.3 +- 1e-9
// VALUE: %t.csv hz(0.35) = 0.2 +- 1e-9
// The example of 16.5.2: noClock gives the value of this tick, sample(hold()) that before.
model NoClockAndSampleHold
  Clock clk1 = Clock(0.1);
  Clock clk2 = subSample(clk1, 2);
  Real x(start = 0), y(start = 0), z(start = 0), hy = hold(y), hz = hold(z);
equation
  when clk1 then
    x = previous(x) + 0.1;
  end when;
  when clk2 then
    y = noClock(x);
    z = sample(hold(x));
  end when;
end NoClockAndSampleHold;
