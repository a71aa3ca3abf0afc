// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv mean(0.1) = 3 +- 1e-6
// VALUE: %t.csv later(0.5) = 0 +- 1e-6
// VALUE: %t.csv later(0.75) = 2 +- 1e-6
// FINAL: area = 1 +- 1e-6
// At T itself, where `time > T` begins to hold, a mean over the time since T is 0/0: it is there a moment later.  One
// stands at the start, the other in a derivative.
model ValueBehindTime
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real area(start = 0, fixed = true);
  Real mean = if time > 0 then x/time else 0;
  Real later = if time > 0.5 then y/(time - 0.5) else 0;
equation
  der(x) = 3;
  der(y) = if time > 0.5 then 2 else 0;
  der(area) = later;
  annotation(experiment(StopTime = 1, Interval = 0.05));
end ValueBehindTime;
