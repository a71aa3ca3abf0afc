// Of three conductors without ground the potential is left open, and rounding, that tearing enlarges, hides it: where the torn system has no
// solution, at the start or later as rounding has it, the run begins anew without tearing.
// RUN: causeway simulate %s -o %t.csv --stop 0.1 --intervals 500
// CHECK: warning[RT0034]: {{.*}}torn systems of equations{{.*}} without tearing
// ALWAYS: abs({u} - 476.394469) < 1e-5
// FINAL: u = 476.394469 +- 1e-5
// RUN: causeway simulate %s -o %t.2.csv --stop 1 --intervals 1000 --no-tearing
// FINAL: %t.2.csv v[1,1,1] = 197.5793106 +- 1e-6
model PotentialLeftOpen "constant powers in a triangle, behind lines and transformers"
  parameter Integer n = 3;
  parameter Real q = 1.1;
  parameter Real e[3, 2] = {{400, 0}, {-210, -360}, {-205, 355}};
  parameter Real P[3] = {10e3, 9e3, 11e3}, Q[3] = {3e3, 4e3, 2e3};
  parameter Real R[3] = {0.31, 0.27, 0.29}/n, X[3] = {0.7, 0.61, 0.66}/n;
  Real v[n + 1, 3, 2](each start = 1), w[n, 3, 2], i[n, 3, 2], k[3, 2], d[3, 2](start = e), j[3, 2];
  Real u = sqrt(d[1, 1]^2 + d[1, 2]^2);
equation
  for m in 1:3 loop
    v[1, m, 1] - v[1, mod(m, 3) + 1, 1] = e[m, 1] - 0.1*k[m, 1] + 0.3*k[m, 2];
    v[1, m, 2] - v[1, mod(m, 3) + 1, 2] = e[m, 2] - 0.1*k[m, 2] - 0.3*k[m, 1];
    i[1, m, :] = k[m, :] - k[mod(m + 1, 3) + 1, :];
    d[m, :] = v[n + 1, m, :] - v[n + 1, mod(m, 3) + 1, :];
    j[m, 1] = homotopy((d[m, 2]*Q[m] + d[m, 1]*P[m])/(d[m, 1]^2 + d[m, 2]^2), 0);
    j[m, 2] = homotopy((d[m, 2]*P[m] - d[m, 1]*Q[m])/(d[m, 1]^2 + d[m, 2]^2), 0);
    i[n, m, :] = q*(j[m, :] - j[mod(m + 1, 3) + 1, :]);
    for s in 1:n loop
      v[s, m, 1] - w[s, m, 1] = R[m]*i[s, m, 1] - X[m]*i[s, m, 2];
      v[s, m, 2] - w[s, m, 2] = R[m]*i[s, m, 2] + X[m]*i[s, m, 1];
      v[s + 1, m, :] = q*w[s, m, :];
    end for;
    for s in 2:n loop
      i[s - 1, m, :] = q*i[s, m, :];
    end for;
  end for;
end PotentialLeftOpen;
