// A ladder of n capacitors joined by inductors, without losses: a pulse in the first capacitor runs to and fro, and the
// energy stays what it was.  The voltages are sums of n cosines.
// RUN: causeway simulate %s -o %t.csv
// ALWAYS: abs({energy} - 0.5) < 1e-5
// VALUE: %t.csv C[10].v(10) = 0.64816827 +- 1e-5
// VALUE: %t.csv C[1].v(10) = 0.0066833279 +- 1e-5
// FINAL: C[1].v = 0.52597676 +- 2e-5
model LCLadder "n stages"
  import Causeway.Electrical.*;
  extends Causeway.Icons.Experiment;
  parameter Integer n = 10 "Number of capacitors";
  Capacitor C[n](each C = 1, v(start = {if k == 1 then 1 else 0 for k in 1:n}, each fixed = true));
  Inductor L[n - 1](each L = 1, each i(start = 0, fixed = true));
  Ground ground;
  Real energy(unit = "J") = sum(C[k].C*C[k].v^2 for k in 1:n)/2 + sum(L[k].L*L[k].i^2 for k in 1:n - 1)/2;
equation
  for k in 1:n loop
    connect(C[k].n, ground.p);
  end for;
  for k in 1:n - 1 loop
    connect(C[k].p, L[k].p);
    connect(L[k].n, C[k + 1].p);
  end for;
  annotation(experiment(StopTime=20, Interval=0.02, Tolerance=1e-9));
end LCLadder;
