// Signals and what blocks make of them.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv ramp.y(1.5) = 1 +- 1e-9
// VALUE: %t.csv ramp.y(2.5) = 2 +- 1e-9
// VALUE: %t.csv sine.y(0.25) = 3 +- 1e-9
// VALUE: %t.csv pulse.y(0.1) = 1 +- 1e-9
// VALUE: %t.csv pulse.y(0.3) = 0 +- 1e-9
// VALUE: %t.csv pulse.y(1.1) = 1 +- 1e-9
// VALUE: %t.csv limiter.y(0.25) = 1.5 +- 1e-9
// VALUE: %t.csv lag.y(1) = 1.2642411 +- 1e-5
// VALUE: %t.csv integrator.y(2) = 4 +- 1e-6
// VALUE: %t.csv sum.y(2.5) = -4 +- 1e-6
model BlockParts
  import Causeway.Blocks.*;
  Constant two(k = 2);
  Ramp ramp(height = 2, startTime = 1, duration = 1);
  Sine sine(amplitude = 2, offset = 1);
  Pulse pulse(width = 0.2);
  Limiter limiter(low = -0.5, high = 1.5);
  FirstOrder lag(k = 1, T = 1);
  Integrator integrator;
  Gain gain(k = -3);
  Sum sum(n = 3, k = {1, 2, 1});
equation
  connect(sine.y, limiter.u);
  connect(two.y, lag.u);
  connect(two.y, integrator.u);
  connect(ramp.y, gain.u);
  connect(gain.y, sum.u[1]);
  connect(ramp.y, sum.u[2]);
  sum.u[3] = -2;
  annotation(experiment(StopTime=3, Interval=0.01, Tolerance=1e-8));
end BlockParts;
