// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv z(0.05) = 0 +- 1e-9
// VALUE: %t.csv z(0.25) = 0 +- 1e-9
// VALUE: %t.csv z(0.35) = 0.3 +- 1e-9
// VALUE: %t.csv z(0.95) = 0.9 +- 1e-9
model SubSample
  Real u = sample(time, Clock(1, 10));
  Real v = subSample(u, 3);
  Real z = hold(v);
end SubSample;
