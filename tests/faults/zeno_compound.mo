// The same bounces under a condition of two relations: the run ends near the point where they accumulate.
// RUN: timeout 30 causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[RT0053]: the simulation stopped at time {{2\.999\d*}}: the events of {{.*}} come ever faster and accumulate at time {{2\.999|3\.000}}
// FINAL: h = 0 +- 1e-3
model M
  Real h(start = 5, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -10;
  when h <= 0 and v < 0 then
    reinit(v, -0.5*pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end M;
