// spatialDistribution() with a velocity that varies, against its exact value.
// RUN: causeway simulate %s -o %t.csv --stop 5
// FINAL: err = 0 +- 0.002
model SpatialDistribution
  Real v = 1 + 0.5*sin(time);
  Real x(start = 0, fixed = true);
  Real o1, o2, ex;
  Real err(start = 0, fixed = true);
equation
  der(x) = v;
  (o1, o2) = spatialDistribution(sin(x), 0, x, true, {0.0, 1.0}, {0.0, 0.0});
  ex = if x > 1 then sin(x - 1) else 0;
  der(err) = abs(o2 - ex);
end SpatialDistribution;
