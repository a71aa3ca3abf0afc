// RUN: causeway simulate %s -o %t.csv --stats %t.json
// CHECK: 21 modes, 22 changes
// FILE-CHECK: %t.json "mode_changes": 22
// FILE-CHECK: %t.json "mode_translations": 21
// VALUE: %t.csv off[3](5.999999999) = 1 +- 0
// VALUE: %t.csv off[3](6.000000001) = 0 +- 0
// VALUE: %t.csv off[20](250.999999999) = 1 +- 0
// VALUE: %t.csv off[20](251.000000001) = 0 +- 0
// VALUE: %t.csv v[1](10) = 4 +- 1e-8
// VALUE: %t.csv v[1](12) = 4.4 +- 1e-8
// VALUE: %t.csv v[1](231) = 21 +- 1e-8
// VALUE: %t.csv v[1](241) = 11 +- 1e-8
// VALUE: %t.csv v[21](241) = 21 +- 1e-8
// FINAL: %t.csv v[1] = 21.428571428571 +- 1e-8
// RUN: causeway simulate %s 'DiodeLadder(N = 200)' --stop 20331 -o n.csv
// CHECK: 201 modes, 202 changes
// VALUE: n.csv off[150](11324.999999999) = 1 +- 0
// VALUE: n.csv off[150](11325.000000001) = 0 +- 0
// VALUE: n.csv v[1](20301) = 201 +- 1e-8
// VALUE: n.csv v[1](20311) = 191 +- 1e-8
// FINAL: n.csv v[1] = 201.04975124378 +- 1e-8
model DiodeLadder "A current charges capacitors through ideal diodes: N + 1 states, in the end one"
  parameter Integer N = 20;
  Real v[N + 1](start = 0:N, each fixed = true), s[N], i[N];
  Boolean off[N] = {s[k] < 0 for k in 1:N};
  parameter Real full = (N + 1)*(N + 2)/2 "time at which all conduct at N + 1 volts";
  Real I = if time < full then 1 elseif time < full + 10 then -1 else 1;
equation
  der(v[1]) = I - sum(i);
  for k in 1:N loop
    der(v[k + 1]) = i[k];
    v[1] - v[k + 1] = if off[k] then s[k] else 0;
    i[k] = if off[k] then 0 else s[k];
  end for;
  annotation (experiment(StopTime = 260));
end DiodeLadder;
