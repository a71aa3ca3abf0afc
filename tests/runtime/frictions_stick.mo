// Two frictions in line come to rest and stick together: nothing in the model says how they share the load, in no mode of it.
// None is translated for that; which frictions stick, and when the load tears both loose, is known.
// RUN: causeway simulate %s -o %t.csv --stop 3 --stats %t.json
// CHECK: RT0032
// CHECK: how these share is left open
// RUN: grep -c mode_translations %t.json || true
// CHECK: 0
// VALUE: %t.csv w(0.1) = 0.1 +- 1e-5
// VALUE: %t.csv w(1) = 0 +- 1e-9
// VALUE: %t.csv w(2) = 0 +- 1e-9
// VALUE: %t.csv w(3) = 0.125 +- 1e-5
// ALWAYS: %t.csv {time} > 2.49 or max({sa[1]}, {sa[2]}) < 1 + 1e-6 or {w} > 0
model FrictionsStick
  parameter Real c = 1;
  Real u = if time < 0.3 then 0 else time - 0.5;
  Real w(start = 0.3, fixed = true), a, sa[2], tau[2];
  Boolean forward[2](each start = true, each fixed = true);
equation
  der(w) = a;
  for i in 1:2 loop
    forward[i] = sa[i] > c or pre(forward[i]) and w > 0;
    a = if forward[i] then sa[i] - c else 0;
    tau[i] = if forward[i] then c else sa[i];
  end for;
  a = u - tau[1] - tau[2];
end FrictionsStick;
