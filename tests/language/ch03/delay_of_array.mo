// delay of an array is that of each element.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv y[1](0.5) = 0.25 +- 1e-9
// FINAL: y[1] = 0.75 +- 1e-9
// FINAL: y[2] = 1.5 +- 1e-9
// FINAL: z = 2.25 +- 1e-9
model DelayOfArray
  Real u[2] = {time, 2*time};
  Real y[2] = delay(u[:], 0.25);
  Real z = sum(delay({time, 2*time}, 0.25, 1));
end DelayOfArray;
