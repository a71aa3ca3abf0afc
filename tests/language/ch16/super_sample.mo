// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv n(0.05) = 1 +- 0
// VALUE: %t.csv n(0.35) = 4 +- 0
// VALUE: %t.csv y(0.35) = 0.2 +- 1e-9
model SuperSample
  Real u = sample(time, Clock(1, 5));
  Real v = superSample(u, 2);
  Integer c(start = 0) = previous(c) + (if v >= 0 then 1 else 0);
  Integer n = hold(c);
  Real y = hold(v);
end SuperSample;
