// Impacts that come ever faster, in a model that catches what has fallen through: the run goes on and ends at rest.
// RUN: timeout 30 causeway simulate %s -o %t.csv
// CHECK-NOT: RT0053
// FINAL: h = -1e-3 +- 1e-6
// FINAL: v = 0 +- 1e-12
// FINAL: done = 1 +- 0
// VALUE: %t.csv h(4) = 0 +- 1e-3
model ZenoCaught
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean done(start = false, fixed = true);
  parameter Real eps = 1e-3;
equation
  der(h) = v;
  der(v) = if done then 0 else -9.81;
  when {h < 0, h < -eps} then
    done = h < -eps;
    reinit(v, if h < -eps then 0 else -0.8*pre(v));
  end when;
  annotation(experiment(StopTime = 5));
end ZenoCaught;
