// A run of a tenth of a microsecond may have steps of 1e-21 s: what counts as no progress is told by its own length.
// RUN: causeway simulate %s -o %t.csv --stop 1e-7 --tolerance 1e-9
// FINAL: x = 1 +- 1e-6
model ShortTimes
  Real x(start = 0, fixed = true);
equation
  der(x) = 1e19*(1 - x) + 1e9*x;
end ShortTimes;
