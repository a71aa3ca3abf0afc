// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0.05) = 0 +- 1e-9
// VALUE: %t.csv y(0.15) = 0.1 +- 1e-9
// VALUE: %t.csv y(0.95) = 0.9 +- 1e-9
model SampleAndHold
  Real u = sample(time, Clock(0.1));
  Real y = hold(u);
end SampleAndHold;
