// RUN: causeway simulate %s -o %t.csv --stop 10
// EXIT: 5
// CHECK: :10:8: error[RT0053]: the simulation stopped at time 2.558{{[0-9]+}}: the events of h <= 0.0 come ever faster and accumulate at time 2.558{{[0-9]+}} (Zeno point); after {{2[0-9]}} of them th
// CHECK-NOT: internal
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then // <- ever faster
    reinit(v, -0.7*pre(v));
  end when;
end M;
