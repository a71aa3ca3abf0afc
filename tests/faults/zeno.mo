// Impacts that come ever faster, in a model that does not say what follows: named, with time and equation.  Their sum is 19*sqrt(1.8/9.81) = 8.13871.
// RUN: causeway simulate %s -o %t.csv --tolerance 1e-9
// EXIT: 5
// CHECK: zeno.mo:{{\d+}}:{{\d+}}: error[RT0053]
// CHECK: h <= 0
// CHECK: accumulate at time 8.1387
// ALWAYS: {h} > -1e-6
model Zeno
  Real h(start = 0.9, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.9*pre(v));
  end when;
  annotation(experiment(StopTime = 20));
end Zeno;
