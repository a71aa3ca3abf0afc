// Two frictions in line stick until it is known that they do not: how they share the torque is open only while modes are being
// found, which is nothing to warn about.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: RT0032
// FINAL: w = 3 +- 1e-6
// FINAL: a = 3 +- 1e-9
model FrictionsAtStart
  parameter Real c = 1, u = 5;
  Real w(start = 0, fixed = true), a, sa[2], tau[2];
  Boolean forward[2](each start = false, each fixed = true);
equation
  der(w) = a;
  for i in 1:2 loop
    forward[i] = sa[i] > c or pre(forward[i]) and w > 0;
    a = if forward[i] then sa[i] - c else 0;
    tau[i] = if forward[i] then c else sa[i];
  end for;
  a = u - tau[1] - tau[2];
end FrictionsAtStart;
