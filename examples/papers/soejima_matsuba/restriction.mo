// S. Soejima, T. Matsuba: Application of mixed mode integration and new implicit inline integration at Toyota (2002).
// The flow function of a restriction at its critical ratio, 0.528282 and 0.484178 for k = 1.4; and a line of 3 m in segments of 0.2 m at 1300 m/s:
// its first frequency is c/(pi*dx)*sin(pi/62) = 104.8 Hz (108.3 Hz without segments).
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv Phi(0.528282) = 0.484178 +- 1e-6
// VALUE: %t.csv Phi(0.2) = 0.484178 +- 1e-6
// VALUE: %t.csv Phi(1) = 0 +- 1e-7
// RUN: causeway simulate Causeway.FluidPower.Examples.LongLine -o %t.line.csv
// FINAL: %t.line.csv sound = 1300 +- 1e-9
// FINAL: %t.line.csv f = 108.3333 +- 1e-3
// RUN: causeway spectrum %t.line.csv swing --from 0.105 --to 0.295
// CHECK: {{10[3-6]}}
model Restriction
  Real Phi = Causeway.FluidPower.nozzle(time);
end Restriction;
