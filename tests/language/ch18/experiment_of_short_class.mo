// A short class definition has annotations of its own, also when it changes nothing else.
// RUN: causeway flatten %s
// FLAT: dae A
// FLAT: experiment(StopTime = 3.0, Tolerance = 1e-05);
model B
  Real x = time;
end B;
model A = B annotation(experiment(StopTime = 3, Tolerance = 1e-5));
