// RUN: causeway simulate %s -o %t.csv
// CHECK: 2 modes, 2 changes
// VALUE: %t.csv w1(0.999999999999) = 6 +- 1e-8
// VALUE: %t.csv w1(1) = 2 +- 1e-8
// VALUE: %t.csv w2(1) = 2 +- 1e-8
// VALUE: %t.csv tau(1.5) = 2 +- 1e-8
// VALUE: %t.csv energy(0.999999999999) = 18 +- 1e-8
// VALUE: %t.csv energy(1) = 6 +- 1e-8
// VALUE: %t.csv w2(2) = 3 +- 1e-8
// FINAL: w1 = 6 +- 1e-8
// FINAL: w2 = 3 +- 1e-8
model IdealClutch "Two inertias that are one while the clutch is closed: momentum is kept, energy is lost"
  parameter Real J1 = 1, J2 = 2;
  Real w1(start = 3, fixed = true), w2(start = 0, fixed = true);
  Real tau "torque of the clutch";
  Real energy = (J1*w1^2 + J2*w2^2)/2;
  Boolean closed = time >= 1 and time < 2;
equation
  J1*der(w1) = 3 - tau;
  J2*der(w2) = tau;
  if closed then
    w1 = w2;
  else
    tau = 0;
  end if;
  annotation (experiment(StopTime = 3));
end IdealClutch;
