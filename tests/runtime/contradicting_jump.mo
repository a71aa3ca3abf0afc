// An efficiency jumps where a flow passes a limit, and the flow jumps back by a little with it: for an instant no branch agrees with
// itself.  The contradiction is smaller than the tolerance; the branch is held until the other one does.
// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: warning[RT0055]: chattering: from time 0.9999995 on every change of q < 1.0 is taken back at once
// FINAL: efficiency = 0.95 +- 1e-12
// FINAL: work = 1.85 +- 1e-5
model ContradictingJump
  Real x(start = 0, fixed = true), work(start = 0, fixed = true), q, efficiency;
equation
  der(x) = 1;
  der(work) = efficiency;
  q = x + 1e-5*(0.95 - efficiency);
  efficiency = if q < 1 then 0.9 else 0.95;
end ContradictingJump;
