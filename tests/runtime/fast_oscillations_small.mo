// RUN: causeway simulate %s -o %t.csv --stats %t.json
// CHECK: with esdirk-dae (dense), from {{.*}} s on after cvode
// FINAL: v[4] = -0.66693806 +- 1e-3
// TIMEOUT: 20
model FastOscillationsSmall
  "A few states, some of which oscillate with megahertz, hardly damped, while a slow voltage is followed"
  parameter Real L = 1e-7, C = 1e-7, R = 1e-6;
  Real u(start = 1, fixed = true), w(start = 0, fixed = true);
  Real v[4](each start = 1, each fixed = true);
  Real i[4](each start = 0, each fixed = true);
equation
  der(u) = w;
  der(w) = -u;
  L*der(i[1]) = u - v[1] - R*i[1];
  for k in 2:4 loop
    L*der(i[k]) = v[k - 1] - v[k] - R*i[k];
  end for;
  for k in 1:3 loop
    C*der(v[k]) = i[k] - i[k + 1];
  end for;
  C*der(v[4]) = i[4] - 1e-3*v[4];
  annotation(experiment(StopTime = 40));
end FastOscillationsSmall;
