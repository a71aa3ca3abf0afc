// spatialDistribution (MLS 3.6, 3.7.4.3): a pipe that carries a wave, first to the right with velocity 2, then back; what came in comes out.
// RUN: causeway simulate %s -o %t.csv --tolerance 1e-8
// VALUE: %t.csv right(0.25) = 0.5 +- 1e-6
// VALUE: %t.csv right(0.4) = 0.2 +- 1e-3
// VALUE: %t.csv right(0.75) = 0.2474039593 +- 1e-3
// VALUE: %t.csv right(0.99) = 0.4706258882 +- 1e-3
// VALUE: %t.csv left(1.2) = 0.7173560909 +- 2e-3
// VALUE: %t.csv left(1.45) = 0.5226872289 +- 2e-3
// VALUE: %t.csv left(1.8) = 7 +- 1e-3
// FINAL: %t.csv left = 7 +- 1e-6
model SpatialDistribution
  Real x(start = 0, fixed = true) "way of the medium, in lengths of the pipe";
  Real v = if time < 1 then 2 else -2;
  Real right, left;
equation
  der(x) = v;
  (left, right) = spatialDistribution(sin(time), 7, x, v >= 0, {0, 0.5, 1}, {0, 0.5, 0.5});
  annotation(experiment(StopTime = 2, Interval = 0.01));
end SpatialDistribution;
