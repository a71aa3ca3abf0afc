// Efficiency and bearing torque from measured torques: two determine both, four give the best fit.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: %t.csv eta = 0.97 +- 1e-12
// FINAL: %t.csv bearing = 0.4 +- 1e-12
// FINAL: %t.csv eta4 = 0.97 +- 2e-3
model Measurements
  parameter Real tauA[2] = {5, 20}, tauB[2] = 2*(0.97*tauA - {0.4, 0.4});
  parameter Real A4[4] = {2, 5, 10, 20}, noise[4] = {0.01, -0.01, 0.01, -0.01};
  Real eta, bearing, eta4, bearing4;
equation
  (eta, bearing) = Causeway.PowerTrain.lossesFromMeasurements(2, tauA, tauB);
  (eta4, bearing4) = Causeway.PowerTrain.lossesFromMeasurements(2, A4, 2*(0.97*A4 - fill(0.4, 4)) + noise);
end Measurements;
