// 60000 inertias coupled rigidly one after the other: 59999 constraints that are differentiated twice, two states.  Index reduction takes
// linear time (a second or two); a search that wanders along the chain would take minutes.
// RUN: causeway simulate %s -o /dev/null --stats stats.json --stop 1e-6 --intervals 1; python3 -c "import json; print(json.load(open('stats.json'))['states'], 'states')"
// CHECK: 2 states
// REQUIRES: release
// TIMEOUT: 90
model ManyShafts
  parameter Integer n = 60000;
  Real phi[n], w[n], tau[n + 1];
equation
  tau[1] = 1;
  tau[n + 1] = 0;
  for i in 1:n loop
    der(phi[i]) = w[i];
    (1 + 0.001*i)*der(w[i]) = tau[i] - tau[i + 1];
  end for;
  for i in 1:n - 1 loop
    phi[i] = if mod(i, 2) == 0 then 1.5*phi[i + 1] else phi[i + 1]/1.5;
  end for;
end ManyShafts;
