// RUN: causeway simulate %s -o %t.csv
// CHECK: 2 modes, 1 changes
// VALUE: %t.csv energy(0.999999) = 32 +- 1e-8
// VALUE: %t.csv q2(1) = 6 +- 1e-8
// FINAL: v1 = 2 +- 1e-8
// FINAL: v2 = 2 +- 1e-8
// FINAL: energy = 8 +- 1e-8
model ChargeSharing "A capacitor of 1 F at 8 V is switched to one of 3 F at 0 V"
  parameter Real C1 = 1, C2 = 3;
  Real v1(start = 8, fixed = true), v2(start = 0, fixed = true);
  Real i "through the switch";
  Real q2 = C2*v2, energy = (C1*v1^2 + C2*v2^2)/2;
  Boolean closed = time >= 1;
equation
  C1*der(v1) = -i;
  C2*der(v2) = i;
  if closed then
    v1 = v2;
  else
    i = 0;
  end if;
  annotation (experiment(StopTime = 2));
end ChargeSharing;
