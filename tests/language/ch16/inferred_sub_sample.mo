// RUN: causeway simulate %s -o %t.csv --stop 1.2
// VALUE: %t.csv y(0.2) = 0 +- 1e-9
// VALUE: %t.csv y(0.7) = 0.5 +- 1e-9
// subSample(u) without factor: both clocks say how they relate (16.5.2).
model InferredSubSample
  Real u = sample(time, Clock(1, 10));
  Real v = subSample(u);
  Real w = sample(time, Clock(1, 2)) + (if v > 100 then 1 else 0);
  Real y = hold(v);
end InferredSubSample;
