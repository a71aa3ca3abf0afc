// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0.35) = 0.4 +- 1e-9
// The clock of b is given twice, both times as a fifth of a second.
model ClocksAgreeByFactor
  Real a = sample(time, Clock(1, 10));
  Real b = subSample(a, 2);
  Real c = sample(time, Clock(1, 5)) + b;
  Real y = hold(c);
end ClocksAgreeByFactor;
