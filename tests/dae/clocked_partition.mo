// RUN: causeway flatten %s > %t.dae
// RUN: causeway flatten %t.dae > %t.again.dae
// RUN: cmp %t.dae %t.again.dae
// RUN: causeway simulate %t.dae -o %t.csv --stop 1
// FILE-CHECK: %t.dae partition ($tick[1], "ExplicitRungeKutta4", $ticked[1],
// FINAL: y = 0.8678797744 +- 1e-9
// FINAL: z = 11 +- 0
// Clocked partitions and their solver methods survive the text form.
model ClockedPartition
  Real x(start = 1.5), u = sample(0.5, Clock(Clock(1, 10), "ExplicitRungeKutta4")), y = hold(x);
  Integer n(start = 0), z = hold(n);
equation
  der(x) = u - x;
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
end ClockedPartition;
