// A vessel that is all but empty at the start: the time constant of its temperature grows by nine orders of magnitude within a
// few steps, and with it the Jacobian must be made anew, or the temperature runs on as predicted.
// RUN: causeway simulate %s -o %t.csv
// ALWAYS: %t.csv abs({T} - 293.15 - 0.01) < 0.0101
// FINAL: %t.csv T = 293.16 +- 1e-4
model VesselThatFills
  Real level(start = 1e-10, fixed = true);
  Real T(start = 293.15, fixed = true);
  Real other(start = 1, fixed = true);
equation
  der(level) = 0.04*sqrt(other);
  level*der(T) = der(level)*(293.16 - T);
  der(other) = -der(level);
  annotation(experiment(StopTime = 20, Tolerance = 1e-6, Interval = 0.1));
end VesselThatFills;
