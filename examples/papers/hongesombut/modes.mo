// Modes of the two areas: with the stabilisers of the paper (method 1, then method 2) and without.
// RUN: causeway linearize %s Undamped
// CHECK: 0.608418 Hz, damping -0.0006841
// RUN: causeway linearize Causeway.PowerSystems.Examples.TwoAreas -p disturbed=false
// CHECK: 0.514538 Hz, damping 0.292
// CHECK-NOT: Hz, damping 0.0{{[0-9]+}} G1.machine.delta
// RUN: causeway simulate %s Method2 -o %t.csv
// FINAL: %t.csv F = 3.4535e-5 +- 2e-7
model Undamped "Without stabilisers"
  extends Causeway.PowerSystems.Examples.TwoAreas(K = zeros(4), disturbed = false);
end Undamped;
model Method2 "Table 2, method 2"
  extends Causeway.PowerSystems.Examples.TwoAreas(K = {19.175, 20, 14.209, 7.513}, Ta = {1.583, 0.161, 0.198, 0.051}, Tb = {0.632, 0.184, 0.239, 0.218});
  annotation(experiment(StopTime = 10, Interval = 0.01, Tolerance = 1e-7));
end Method2;
