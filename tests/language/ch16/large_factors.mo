// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 1 +- 1e-9
// VALUE: %t.csv y(0.35) = 0.2 +- 1e-9
// Accumulated factors up to 2^63 are exact (16.7.5); a clock that nothing but other clocks is made of does not tick.
model LargeFactors
  Clock c = Clock(1, 10);
  Clock d = superSample(superSample(c, 2000000000), 2000000000);
  Clock e = subSample(subSample(d, 2000000000), 2000000000);
  Clock g = subSample(e, 2);
  Real a = sample(time, g), y = hold(a);
end LargeFactors;
