// RUN: causeway simulate %s -o %t.csv
// FINAL: b.y = 6 +- 1e-6
model M
  block Gain
    input Real u;
    output Real y;
    parameter Real k = 2;
  equation
    y = k * u;
  end Gain;
  Gain b(u = 3);
end M;
